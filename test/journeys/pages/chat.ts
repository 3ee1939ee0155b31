import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { stopClock } from '../../kit/clock';

/** An open chat, an incident's or the global one (S1 §2). */
export class ChatPage {
  readonly messages: Locator;
  readonly box: Locator;
  /** The state of the connection, unless it is connected. */
  readonly connection: Locator;

  readonly send: Locator;
  /** The people who are suggested while an @name is being typed. */
  readonly suggestions: Locator;
  readonly newMessages: Locator;
  /** At the top of the list; not while older messages are being fetched. */
  readonly olderFailure: Locator;
  /** The reaction menu of a message, and its reply option. */
  readonly menu: Locator;
  readonly reply: Locator;
  /** 'Replying to …' above the text box. */
  readonly replyBar: Locator;
  readonly reactions: Locator;
  /** The list of those who have seen a message, and the option of its menu that opens it in case chats. */
  readonly seenBy: Locator;
  readonly seenByOption: Locator;
  readonly retry: Locator;

  constructor(private readonly page: Page) {
    // While it shows why it cannot be pressed, its name contains the reason.
    this.send = page.getByRole('button', { name: /^Send(:|$)/ });
    this.suggestions = page.getByRole('listbox', { name: 'People to mention' });
    this.newMessages = page.getByRole('button', { name: 'New Messages' });
    this.olderFailure = page.getByText('Older messages could not be loaded.');
    this.menu = page.getByRole('dialog', { name: 'React or reply' });
    this.reply = this.menu.getByRole('button', { name: 'Reply', exact: true });
    this.replyBar = page.locator('footer').filter({ hasText: 'Replying to' });
    this.retry = page.getByRole('button', { name: 'Try again' });
    this.reactions = page.getByRole('dialog', { name: 'Reactions' });
    this.seenBy = page.getByRole('dialog', { name: 'Seen by' });
    this.seenByOption = this.menu.getByRole('button', { name: 'Seen by', exact: true });
    this.messages = page.getByRole('log', { name: 'Messages' });
    this.box = page.getByRole('textbox', { name: 'Message' });
    this.connection = page.locator('[data-connection]');
  }

  /** Waits until the chat can be used: its messages are loaded and the connection is open. */
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

  /** Waits until it says under the heading 'Error' why the chat cannot be shown. */
  async fails(why: string): Promise<void> {
    const error = this.page.getByRole('alert').filter({ has: this.page.getByRole('heading', { name: 'Error' }) });
    await error.getByText(why, { exact: true }).waitFor();
  }

  /**
   * Does something, and waits until the error bar has shown the text that it causes for 5 s. `page.clock.install()` must have been
   * called before the page was opened.
   */
  async barLasts5s(text: string, cause: () => Promise<unknown>): Promise<void> {
    const bar = this.page.getByRole('alert').getByText(text, { exact: true });
    await stopClock(this.page);
    await cause();
    await bar.waitFor();
    await this.page.clock.runFor(4_900);
    expect(await bar.isVisible()).toBe(true);
    await this.page.clock.runFor(100);
    await bar.waitFor({ state: 'detached' });
    await this.page.clock.resume();
  }

  async write(text: string): Promise<void> {
    await this.box.fill(text);
  }

  /** Writes a message and sends it with Enter. */
  async say(text: string): Promise<void> {
    await this.box.fill(text);
    await this.box.press('Enter');
  }

  /** The newest message whose text begins with this. The snippet in a reply does not count. */
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

  /** One of the six emojis in the open menu. */
  reaction(emoji: string): Locator {
    return this.menu.getByRole('button', { name: emoji });
  }

  /** The first names in the open list of those who have seen a message, without the letters of their pictures. */
  readers(): Promise<string[]> {
    return this.seenBy.getByRole('listitem').locator('> :not([aria-hidden])').allInnerTexts();
  }

  /** The bubble of a message, where mouse and finger press it. */
  bubble(text: string): Locator {
    return this.message(text).locator('[data-bubble]');
  }

  /** The emojis below a message, with their total. */
  reactionsOf(text: string): Locator {
    return this.message(text).getByRole('button', { name: /^\d+ reactions?: / });
  }

  /** Waits until the emojis below a message have this text. */
  async showsReactions(text: string, summary: string | RegExp): Promise<void> {
    const exact = typeof summary === 'string' ? { exact: true } : {};
    await this.message(text)
      .getByRole('button', { name: summary, ...exact })
      .waitFor();
  }

  /** Waits until the heart of a double tap is shown over a message. */
  async isHearted(text: string): Promise<void> {
    const isIt = (start: string) =>
      [...document.querySelectorAll('article')].some(
        (row) =>
          row.getAttribute('aria-label')?.includes(`: ${start}`) &&
          [...row.querySelectorAll('[data-bubble] span')].some((each) => each.textContent === '❤️'),
      );
    await this.page.waitForFunction(isIt, text);
  }

  /** Waits until a message is highlighted as the original of a tapped snippet. */
  async isHighlighted(text: string): Promise<void> {
    // The page itself looks at each frame, because a locator's looks are up to 500 ms apart.
    const isIt = (start: string) =>
      [...document.querySelectorAll('[data-highlighted]')].some((row) =>
        row.getAttribute('aria-label')?.includes(`: ${start}`),
      );
    await this.page.waitForFunction(isIt, text);
  }

  async isHighlightedNoMore(text: string): Promise<void> {
    await this.message(text).and(this.page.locator(':not([data-highlighted])')).waitFor();
  }

  async hasFocus(text: string): Promise<boolean> {
    return this.message(text).evaluate((row) => row === document.activeElement);
  }

  /** How far the list is scrolled away from its newest end, in px. */
  distance(): Promise<number> {
    return this.messages.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
  }

  /** Scrolls to this many px above the newest end, as by dragging the scroll bar, until the list stays there. */
  async scrollAway(distance: number): Promise<void> {
    await this.messages.evaluate(async (list, away) => {
      const wanted = () => list.scrollHeight - list.clientHeight - away;
      do {
        list.scrollTop = wanted();
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      } while (Math.abs(list.scrollTop - wanted()) > 1);
    }, distance);
  }

  /** The top of a message on the screen, in px, once it has not moved for five frames. */
  async standsAt(text: string): Promise<number> {
    return this.message(text).evaluate(async (row) => {
      let top = Number.NaN;
      for (let still = 0; still < 5; ) {
        await new Promise(requestAnimationFrame);
        const now = row.getBoundingClientRect().top;
        still = now === top ? still + 1 : 0;
        top = now;
      }
      return top;
    });
  }

  /** Whether the whole message is inside the visible part of the list. */
  async isOnScreen(text: string): Promise<boolean> {
    const [row, list] = await Promise.all([this.message(text).boundingBox(), this.messages.boundingBox()]);
    return row !== null && list !== null && row.y >= list.y && row.y + row.height <= list.y + list.height;
  }

  /** Scrolls up by this many px, and waits until rows are drawn at the top of the list, which takes a busy machine some frames. */
  async scrollUp(by: number): Promise<void> {
    await this.messages.evaluate(async (list, px) => {
      list.scrollTop -= px;
      const { top } = list.getBoundingClientRect();
      const isDrawn = () =>
        [...list.querySelectorAll('[role="article"], article')].some(
          (row) => row.getBoundingClientRect().top <= top + 60,
        );
      for (let frame = 0; frame < 2 || (frame < 60 && list.scrollTop > 0 && !isDrawn()); frame++)
        await new Promise(requestAnimationFrame);
    }, by);
  }

  /** Scrolls up by this many px as soon as the next message is in the document, before the list has scrolled to it. */
  async scrollUpWithTheNext(by: number): Promise<void> {
    await this.messages.evaluate((list, px) => {
      const { scrollHeight } = list;
      const watcher = new MutationObserver(() => {
        if (list.scrollHeight <= scrollHeight) return;
        watcher.disconnect();
        list.scrollTop -= px;
        list.dispatchEvent(new Event('scroll'));
      });
      watcher.observe(list, { childList: true, subtree: true });
    }, by);
  }

  /** The texts of the messages in the document that match, in order. */
  async texts(matching: RegExp): Promise<string[]> {
    const all = await this.messages.getByRole('article').allInnerTexts();
    return all.flatMap((text) => matching.exec(text)?.[0] ?? []);
  }

  /** The ticks of the own messages in the document that match, in order. */
  async ticks(matching: RegExp): Promise<(string | null)[]> {
    const own = this.messages.getByRole('article').filter({ hasText: matching }).locator('[data-tick]');
    return own.evaluateAll((ticks) => ticks.map((tick) => tick.getAttribute('data-tick')));
  }
}
