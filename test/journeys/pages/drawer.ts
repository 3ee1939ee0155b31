import type { Locator, Page } from 'playwright-core';

/** The mobile menu of a narrow screen (S1 §2, "Navigation bar"). */
export class DrawerPage {
  readonly menu: Locator;
  readonly links: Locator;
  readonly close: Locator;

  constructor(private readonly page: Page) {
    this.menu = page.getByRole('dialog', { name: 'Menu' });
    this.links = this.menu.getByRole('navigation', { name: 'Main' });
    this.close = this.menu.getByRole('button', { name: 'Close menu' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Open menu' }).click();
    await this.menu.waitFor();
  }

  isOpen(): Promise<boolean> {
    return this.menu.isVisible();
  }

  async isClosed(): Promise<void> {
    await this.menu.waitFor({ state: 'hidden' });
  }

  /** Whether the page behind cannot be scrolled. */
  async isBodyLocked(): Promise<boolean> {
    return this.page.evaluate(() => getComputedStyle(document.body).overflow === 'hidden');
  }
}
