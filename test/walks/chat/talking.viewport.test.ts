import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import {
  selectHasNewBelow,
  selectHighlighted,
  selectIsFollowing,
  selectIsOpening,
  selectUnread,
} from '../../../src/machines/chat/viewport.select';
import { messages, user } from '../../rules/samples';
import { echoOf, globalChat } from './samples';
import { talkingAfter } from './talking';

describe('New Messages (S1 §2, §4)', () => {
  it("appears for other members' messages, live or missed, while scrolled up, and not for own ones", async () => {
    const { answer, open, parts, type, viewport, wire } = await talkingAfter(messages(1, 3));
    parts.viewport.send({ type: 'list.scrolled', top: -51, distance: 51 });
    wire.deliver(globalChat, echoOf('c9', '4'));
    wire.deliver(globalChat, { ...(messages(3, 3)[0] as Message), seenBy: [user('tara')] });
    expect(selectHasNewBelow(viewport())).toBe(false);
    wire.deliver(globalChat, ...messages(5, 5));
    expect(selectHasNewBelow(viewport())).toBe(true);
    type('I come');
    expect(selectIsFollowing(viewport())).toBe(true);
    parts.viewport.send({ type: 'list.scrolled', top: -51, distance: 51 });
    wire.lose();
    await open();
    await answer(messages(1, 6));
    expect(selectHasNewBelow(viewport())).toBe(true);
  });
});

describe('a chat at its end whose reader is away (DECISIONS 290)', () => {
  const read = messages(1, 3).map((shown) => ({ ...shown, seenBy: [user('mira')] }));

  it('opens at the first message that came while its page was hidden, and stays at its end if nothing came', async () => {
    const { parts, viewport, wire } = await talkingAfter(read);
    parts.history.send({ type: 'reader.returned' });
    expect(selectIsFollowing(viewport())).toBe(true);
    wire.deliver(globalChat, ...messages(4, 33));
    expect(selectIsFollowing(viewport())).toBe(true);
    parts.history.send({ type: 'reader.returned' });
    expect([selectIsOpening(viewport()), selectUnread(viewport())]).toEqual([true, '4']);
  });

  it('opens at the first message that came without a connection, and stays at its end if nothing came', async () => {
    const { answer, open, parts, viewport, wire } = await talkingAfter(read);
    const lacks = async (missed: readonly Message[]) => {
      wire.lose();
      await open();
      await answer([...read, ...missed]);
    };
    await lacks([]);
    expect(selectIsFollowing(viewport())).toBe(true);
    await lacks(messages(4, 49));
    expect([selectIsOpening(viewport()), selectUnread(viewport())]).toEqual([true, '4']);
    parts.viewport.send({ type: 'newest.show' });
    expect(selectIsFollowing(viewport())).toBe(true);
  });
});

describe('the original of a reply (S1 §2)', () => {
  it('is highlighted at once where it is loaded', async () => {
    const { clock, parts, viewport } = await talkingAfter(messages(1, 3));
    parts.history.send({ type: 'original.seek', messageId: '2' });
    expect(selectHighlighted(viewport())).toBe('2');
    clock.increment(1_500);
    expect(selectHighlighted(viewport())).toBe(null);
  });

  it('is looked for over several older pages', async () => {
    const { answer, history, parts, viewport } = await talkingAfter(messages(951, 1000));
    parts.history.send({ type: 'original.seek', messageId: '600' });
    await answer(messages(751, 950));
    expect(selectHighlighted(viewport())).toBe(null);
    expect(history.calls.at(-1)).toEqual({ chat: globalChat, limit: 200, before: '751' });
    await answer(messages(551, 750));
    expect(selectHighlighted(viewport())).toBe('600');
    expect(history.running).toBe(false);
  });

  it('is not found: the member is told, and can look for another', async () => {
    const { answer, bar, history, parts, viewport } = await talkingAfter(messages(951, 1000));
    parts.history.send({ type: 'original.seek', messageId: 'gone' });
    await answer(messages(751, 950));
    await answer(messages(740, 750));
    expect(bar()).toBe('The original message is no longer there.');
    expect(history.running).toBe(false);
    parts.history.send({ type: 'original.seek', messageId: '745' });
    expect(selectHighlighted(viewport())).toBe('745');
  });

  it('is still looked for after a reconnect', async () => {
    const { answer, open, parts, viewport, wire } = await talkingAfter(messages(951, 1000));
    parts.history.send({ type: 'original.seek', messageId: '800' });
    wire.lose();
    await open();
    await answer(messages(952, 1001));
    await answer(messages(751, 950));
    expect(selectHighlighted(viewport())).toBe('800');
  });

  it('is not found when older messages cannot be fetched: the member is told, and the list does not jump to it later', async () => {
    const { answer, bar, parts, refuse, viewport } = await talkingAfter(messages(951, 1000));
    parts.history.send({ type: 'original.seek', messageId: '800' });
    await refuse(new CallFailure('refused', 503));
    expect(bar()).toBe('Failed to fetch messages (Status: 503)');
    parts.history.send({ type: 'older.retry' });
    await answer(messages(751, 950));
    expect(selectHighlighted(viewport())).toBe(null);
  });
});
