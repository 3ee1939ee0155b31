import type { Locator, Page } from 'playwright-core';

/** An open chat, an incident's or the global one (S1 §2). */
export class ChatPage {
  readonly messages: Locator;
  readonly box: Locator;
  /** The state of the connection, while there is something to say about it. */
  readonly connection: Locator;

  readonly send: Locator;
  /** The people who are suggested while an @name is being typed. */
  readonly suggestions: Locator;
  readonly newMessages: Locator;
  /** The reaction menu of a message, and its reply option. */
  readonly menu: Locator;
  readonly reply: Locator;
  /** 'Replying to …' above the text box. */
  readonly replyBar: Locator;
  readonly reactions: Locator;

  constructor(private readonly page: Page) {
    this.send = page.getByRole('button', { name: 'Send', exact: true });
    this.suggestions = page.getByRole('listbox', { name: 'People to mention' });
    this.newMessages = page.getByRole('button', { name: 'New Messages' });
    this.menu = page.getByRole('dialog', { name: 'React or reply' });
    this.reply = this.menu.getByRole('button', { name: 'Reply', exact: true });
    this.replyBar = page.getByRole('contentinfo').filter({ hasText: 'Replying to' });
    this.reactions = page.getByRole('dialog', { name: 'Reactions' });
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

  /** The message that says this, or begins so; the newest where several do. A reply's snippet does not count. */
  message(text: string): Locator {
    return this.messages.getByRole('article', { name: `: ${text}` }).last();
  }

  async hears(text: string): Promise<void> {
    await this.message(text).waitFor({ timeout: 30_000 });
  }

  /** Waits until the own message of this text carries a tick: Sending, Sent or Read. */
  async isTicked(text: string, tick: 'Sending' | 'Sent' | 'Read'): Promise<void> {
    await this.message(text).getByRole('img', { name: tick }).waitFor({ timeout: 30_000 });
  }

  /** Opens a message's menu with the button beside it, and presses Reply. */
  async startReply(to: string): Promise<void> {
    await this.openMenu(to);
    await this.reply.click();
  }

  async react(to: string, reaction: string): Promise<void> {
    await this.openMenu(to);
    await this.reaction(reaction).click();
  }

  async openMenu(text: string): Promise<void> {
    await this.message(text).hover();
    await this.message(text).getByRole('button', { name: 'React or reply' }).click();
    await this.menu.waitFor();
  }

  /** One of the six in the open menu. */
  reaction(emoji: string): Locator {
    return this.menu.getByRole('button', { name: emoji });
  }

  /** The bubble of a message, where mouse and finger press it. */
  bubble(text: string): Locator {
    return this.message(text).locator('[data-bubble]');
  }

  /** The few emojis below a message, with their total. */
  reactionsOf(text: string): Locator {
    return this.message(text).getByRole('button', { name: /^\d+ reactions?: / });
  }

  /** How far the list is scrolled away from its newest end, in px. */
  distance(): Promise<number> {
    return this.messages.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
  }

  /** Turns the wheel over the messages; upwards is negative, in px. */
  async wheel(by: number): Promise<void> {
    await this.messages.hover();
    await this.page.mouse.wheel(0, by);
  }

  /** The texts of the messages in the document that match, in order. */
  async texts(matching: RegExp): Promise<string[]> {
    const all = await this.messages.getByRole('article').allInnerTexts();
    return all.flatMap((text) => matching.exec(text)?.[0] ?? []);
  }
}
