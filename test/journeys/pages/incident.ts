import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The page of an incident with its modals (S2 §2, /incident/{incidentId}), and its edit form as a page. */
export class IncidentPage {
  readonly details: Locator;
  readonly actions: Locator;
  readonly dialog: Locator;
  readonly retry: Locator;
  readonly contact: Locator;
  readonly copyContact: Locator;
  readonly media: Locator;
  readonly map: Locator;

  constructor(private readonly page: Page) {
    this.details = page.getByRole('region', { name: 'Details' });
    this.actions = page.getByRole('region', { name: 'Actions' });
    this.dialog = page.getByRole('dialog');
    this.retry = page.getByRole('button', { name: 'Try again' });
    this.contact = this.details.locator('a[href^="tel:"]');
    this.copyContact = page.getByRole('button', { name: 'Copy contact' });
    this.media = page.getByRole('link', { name: /^View Media/ });
    this.map = page.getByRole('link', { name: 'View on Map' });
  }

  /** Waits until the incident is shown with its buttons. */
  async isShown(id: string): Promise<void> {
    await this.page.getByRole('heading', { name: `Incident #${id}`, exact: true }).waitFor();
    await this.actions.waitFor();
  }

  /** The value of a field of the details. */
  fact(name: string): Locator {
    return this.details.locator('div', { has: this.page.locator('dt', { hasText: name }) }).locator('dd');
  }

  /** Waits until the status tag says so. */
  async is(status: string): Promise<void> {
    await this.fact('Status').getByText(status, { exact: true }).waitFor();
  }

  /** The words on the buttons of the page, in their order. */
  async buttons(): Promise<string[]> {
    const words = await this.actions.getByRole('button').allInnerTexts();
    return words.map((word) => word.trim());
  }

  button(name: string): Locator {
    return this.actions.getByRole('button', { name, exact: true });
  }

  async press(name: string): Promise<void> {
    await this.button(name).click();
  }

  /** A button of the header. */
  header(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }

  /** Presses a button of the open modal, or of the page's form. */
  async answer(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).last().click();
  }

  /** Waits until the dialog shows the changes of the incident, and nothing of its closed cases. */
  async isTimeline(): Promise<void> {
    const timeline = this.page.getByRole('dialog', { name: 'Timeline', exact: true });
    await timeline.getByRole('region', { name: 'Timeline' }).waitFor();
    expect(await timeline.getByRole('list', { name: 'Closed cases' }).count()).toBe(0);
    expect(await timeline.getByText('No case of this incident has been closed yet.').count()).toBe(0);
  }

  async closed(): Promise<void> {
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Waits until somewhere on the page an alert says so. */
  async alerts(text: string): Promise<void> {
    await this.page.getByRole('alert').getByText(text, { exact: true }).waitFor();
  }

  /** Waits until somewhere on the page a text that is read out says so. */
  async says(text: string): Promise<void> {
    await this.status(text).waitFor();
  }

  /** A text that is read out when it comes. */
  status(text: string): Locator {
    return this.page.getByRole('status').getByText(text, { exact: true });
  }
}

/** The media of an incident (S2 §2, /incident/{incidentId}/media). */
export class GalleryPage {
  readonly groups: Locator;
  readonly retry: Locator;
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    this.groups = page.getByRole('main').locator('details');
    this.retry = page.getByRole('button', { name: 'Try again' });
    this.dialog = page.getByRole('dialog');
  }

  group(title: string): Locator {
    return this.groups.filter({ has: this.page.getByRole('heading', { name: title, exact: true }) });
  }

  async titles(): Promise<string[]> {
    return this.groups.getByRole('heading').allInnerTexts();
  }

  async fails(why: string): Promise<void> {
    await this.page.getByRole('alert').getByText(why, { exact: true }).waitFor();
  }
}

/** The dialog that adds photos or a note to an incident, the button that opens it, and its text field. */
export const noteDialogOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Add Photo or Note' });
  return {
    open: page.getByRole('button', { name: 'Add Photo or Note' }),
    dialog,
    field: dialog.getByLabel('Note', { exact: true }),
  };
};
