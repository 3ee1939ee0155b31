import type { Locator, Page } from 'playwright-core';

/** The list of incident chats (S1 §2, /chat). */
export class ChatListPage {
  readonly retry: Locator;

  constructor(private readonly page: Page) {
    this.retry = page.getByRole('button', { name: 'Try again' });
  }

  async greets(firstName: string): Promise<void> {
    await this.page.getByRole('heading', { name: `Hello, ${firstName}!` }).waitFor();
  }

  card(name: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('link', { name });
  }

  async open(name: string | RegExp): Promise<void> {
    await this.card(name).click();
  }

  async says(text: string): Promise<void> {
    await this.page.getByText(text).waitFor();
  }

  /** Waits until it says why there is no list. */
  async fails(why: string): Promise<void> {
    await this.page.getByRole('alert').getByText(why, { exact: true }).waitFor();
  }
}
