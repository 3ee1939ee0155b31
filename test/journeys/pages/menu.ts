import type { Locator, Page } from 'playwright-core';

/** The navigation of S1 §2, in the sidebar of a wide screen. */
export class MenuPage {
  readonly navigation: Locator;

  constructor(private readonly page: Page) {
    this.navigation = page.getByRole('navigation', { name: 'Main' });
  }

  async goTo(link: string): Promise<void> {
    await this.navigation.getByRole('link', { name: link }).click();
  }

  /** The names of all links, from top to bottom. */
  async links(): Promise<string[]> {
    await this.navigation.waitFor();
    return this.navigation.getByRole('link').allInnerTexts();
  }

  async logOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Log Out' }).click();
  }

  /** Logs out while something waits, and keeps it for the next login. */
  async logOutKeeping(): Promise<void> {
    await this.logOut();
    const question = this.page.getByRole('dialog', { name: 'Log out?' });
    await question.getByRole('button', { name: 'Keep for my next login' }).click();
  }
}
