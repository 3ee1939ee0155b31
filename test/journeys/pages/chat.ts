import type { Locator, Page } from 'playwright-core';

/** An open chat, an incident's or the global one (S1 §2). */
export class ChatPage {
  readonly messages: Locator;
  readonly box: Locator;
  /** The state of the connection, while there is something to say about it. */
  readonly connection: Locator;

  constructor(private readonly page: Page) {
    this.messages = page.getByRole('log', { name: 'Messages' });
    this.box = page.getByRole('textbox', { name: 'Message' }).or(page.getByRole('combobox', { name: 'Message' }));
    this.connection = page.locator('[data-connection]');
  }

  /** Waits until the chat can be used: its messages are there and the connection stands. */
  async isUsable(): Promise<void> {
    await this.messages.waitFor();
    await this.isConnected();
  }

  async isConnected(): Promise<void> {
    await this.page.locator('[data-connection="connected"]').waitFor({ state: 'attached', timeout: 30_000 });
  }

  async isDisconnected(): Promise<void> {
    await this.page.locator('[data-connection]:not([data-connection="connected"])').waitFor({ state: 'attached' });
  }

  async write(text: string): Promise<void> {
    await this.box.fill(text);
  }

  /** Writes a message and sends it with Enter. */
  async say(text: string): Promise<void> {
    await this.box.fill(text);
    await this.box.press('Enter');
  }

  /** The message that says this, the newest where several do. */
  message(text: string): Locator {
    return this.messages.getByRole('article').filter({ hasText: text }).last();
  }

  async hears(text: string): Promise<void> {
    await this.message(text).waitFor({ timeout: 30_000 });
  }

  /** Waits until the own message of this text carries a tick: Sending, Sent or Read. */
  async isTicked(text: string, tick: 'Sending' | 'Sent' | 'Read'): Promise<void> {
    await this.message(text).getByRole('img', { name: tick }).waitFor({ timeout: 30_000 });
  }

  async reply(to: string, text: string): Promise<void> {
    await this.openMenu(to);
    await this.page.getByRole('button', { name: 'Reply', exact: true }).click();
    await this.say(text);
  }

  async react(to: string, reaction: string): Promise<void> {
    await this.openMenu(to);
    await this.page.getByRole('dialog', { name: 'React or reply' }).getByRole('button', { name: reaction }).click();
  }

  private async openMenu(text: string): Promise<void> {
    await this.message(text).hover();
    await this.message(text).getByRole('button', { name: 'React or reply' }).click();
  }

  /** The texts of the messages in the document that match, in order. */
  async texts(matching: RegExp): Promise<string[]> {
    const all = await this.messages.getByRole('article').allInnerTexts();
    return all.flatMap((text) => matching.exec(text)?.[0] ?? []);
  }
}
