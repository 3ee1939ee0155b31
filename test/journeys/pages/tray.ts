import type { Locator, Page } from 'playwright-core';

/** The tray: all submissions that wait, ask or were refused (DECISIONS 41). */
export class TrayPage {
  /** '1 report needs your answer, 2 messages waiting to be sent, 1 not sent', over every screen. */
  readonly bar: Locator;
  readonly panel: Locator;
  readonly waiting: Locator;
  /** The announcements of refusals for screen readers. Each refusal is announced once. */
  readonly refusals: Locator;

  /** The question before something with a file is deleted. */
  readonly question: Locator;

  constructor(page: Page) {
    this.bar = page.getByRole('button', { name: /waiting to be sent|not sent|your answer/ });
    this.panel = page.getByRole('dialog', { name: 'Waiting to be sent' });
    this.waiting = this.panel.getByRole('listitem');
    this.question = page.getByRole('dialog', { name: 'Delete it?' });
    this.refusals = page.locator('[aria-live=assertive] p');
  }
}
