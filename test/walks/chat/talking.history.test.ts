import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import { selectHasOlder, selectHistoryFailure } from '../../../src/machines/chat/history.select';
import { selectHasNewBelow } from '../../../src/machines/chat/viewport.select';
import { messages, user } from '../../rules/samples';
import { globalChat, ids } from './samples';
import { talking, talkingAfter } from './talking';

describe('the history of a conversation', () => {
  it('is fetched once, and merged with what the topic brings meanwhile', async () => {
    const { answer, history, open, shown, wire } = talking();
    await open();
    wire.deliver(globalChat, ...messages(5, 5));
    await answer(messages(1, 4));
    expect(shown()).toEqual(['1', '2', '3', '4', '5']);
    expect(history.calls).toHaveLength(1);
  });

  it('is fetched once if the topic opens within 2 s after its page', async () => {
    const { answer, clock, history, open, shown, wire } = talking();
    await answer(messages(1, 3));
    clock.increment(1_999);
    await open();
    wire.deliver(globalChat, ...messages(4, 4));
    expect(shown()).toEqual(['1', '2', '3', '4']);
    expect(history.calls).toHaveLength(1);
  });

  it('fetches what was sent between its page and a topic that opens later than that', async () => {
    const { answer, clock, history, open, shown } = talking();
    await answer(messages(1, 3));
    clock.increment(2_000);
    await open();
    await answer(messages(1, 4));
    expect(shown()).toEqual(['1', '2', '3', '4']);
    expect(history.running).toBe(false);
  });

  it('fetches what was missed if the connection was lost while the page was being fetched', async () => {
    const { answer, open, shown, wire } = talking();
    await open();
    wire.lose();
    await answer(messages(1, 3));
    await open();
    await answer(messages(1, 4));
    expect(shown()).toEqual(['1', '2', '3', '4']);
  });

  it.each([
    { missed: 0, asked: [50] },
    { missed: 10, asked: [50] },
    { missed: 49, asked: [50] },
    { missed: 60, asked: [50, 200] },
    { missed: 199, asked: [50, 200] },
  ])('is without a gap after a reconnect: $missed missed', async ({ missed, asked }) => {
    const { answer, history, open, shown, wire } = await talkingAfter(messages(1, 100).slice(-50));
    wire.lose();
    await open();
    for (const limit of asked) {
      expect(history.calls.at(-1)).toEqual({ chat: globalChat, limit });
      await answer(messages(1, 100 + missed).slice(-limit));
    }
    expect(history.running).toBe(false);
    // The long page may reach further back than the shown messages, which does no harm.
    const all = shown().map(Number);
    expect(all.at(-1)).toBe(100 + missed);
    expect(all).toEqual(Array.from({ length: all.length }, (_, index) => (all[0] as number) + index));
    expect(all).toContain(51);
  });

  it('starts again from the newest 200 when more than those were missed, and keeps unsent messages', async () => {
    const chat = await talkingAfter(messages(1, 100).slice(-50));
    chat.wire.lose();
    chat.type('Are you there?');
    await chat.open();
    await chat.answer(messages(1, 900).slice(-50));
    await chat.answer(messages(1, 900).slice(-200));
    expect(new Set(chat.shown())).toEqual(new Set([...ids(messages(701, 900)), 'temp-id-1']));
    expect(chat.shown()).toHaveLength(201);
    expect(selectHasOlder(chat.parts.history.getSnapshot())).toBe(true);
    chat.parts.history.send({ type: 'older.fetch' });
    expect(chat.history.calls.at(-1)).toEqual({ chat: globalChat, limit: 200, before: '701' });
  });

  it('loses nothing when the connection breaks again before the missed messages are fetched', async () => {
    const { answer, open, refuse, shown, wire } = await talkingAfter(messages(1, 100).slice(-50));
    wire.lose();
    await open();
    await refuse(new CallFailure('refused', 503));
    // This message comes after a gap of 60 messages. The page that contains it would hide the gap.
    wire.deliver(globalChat, ...messages(161, 161));
    wire.lose();
    await open();
    await answer(messages(1, 165).slice(-50));
    await answer(messages(1, 165).slice(-200));
    expect(shown().map(Number)).toEqual(Array.from({ length: 165 }, (_, index) => index + 1));
  });

  it('is fetched again by hand, and automatically when the connection is back', async () => {
    const { answer, open, parts, refuse, shown, wire } = talking();
    const failure = () => selectHistoryFailure(parts.history.getSnapshot());
    await refuse(new CallFailure('refused', 500));
    expect(failure()).toBe('Failed to fetch messages (Status: 500)');
    parts.history.send({ type: 'history.retry' });
    await refuse(new CallFailure('network', 0));
    expect(failure()).toBe('Could not load chat.');
    await open();
    await refuse(new CallFailure('refused', 503, 'The database is away.'));
    expect(failure()).toBe('The database is away.');
    // A message that arrives now has a gap before it, which must not stay.
    wire.deliver(globalChat, ...messages(5, 5));
    parts.history.send({ type: 'history.retry' });
    await answer(messages(31, 80));
    expect(failure()).toBe(null);
    expect(shown()).toEqual(ids(messages(31, 80)));
  });

  it('has no gap when an older message changes that is not loaded yet', async () => {
    const { answer, parts, shown, viewport, wire } = await talkingAfter(messages(251, 300));
    parts.viewport.send({ type: 'list.scrolled', top: -400, distance: 400 });
    wire.deliver(globalChat, { ...(messages(7, 7)[0] as Message), reactions: { '🙏': [user('tara')] } });
    expect(shown()[0]).toBe('251');
    expect(selectHasNewBelow(viewport())).toBe(false);
    parts.history.send({ type: 'older.fetch' });
    await answer(messages(51, 250));
    expect(shown()).toEqual(ids(messages(51, 300)));
  });

  it('ends if the server has no paging and answers with everything each time', async () => {
    const all = await talkingAfter(messages(1, 200));
    all.parts.history.send({ type: 'older.fetch' });
    expect(all.history.running).toBe(false);
    expect(all.shown()).toHaveLength(200);
    const exact = await talkingAfter(messages(1, 50));
    exact.parts.history.send({ type: 'original.seek', messageId: 'gone' });
    await exact.answer(messages(1, 50));
    expect(exact.history.running).toBe(false);
    expect(exact.shown()).toEqual(ids(messages(1, 50)));
    // The answer is as long as one of our pages. If the same messages come again, there are no older ones.
    const full = await talkingAfter(messages(151, 200));
    full.parts.history.send({ type: 'original.seek', messageId: 'gone' });
    await full.answer(messages(1, 200));
    await full.answer(messages(1, 200));
    expect(full.history.running).toBe(false);
    expect(full.bar()).toBe('The original message is no longer there.');
  });
});
