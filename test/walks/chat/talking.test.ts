import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/contract/chats';
import { selectReplyTo } from '../../../src/machines/chat/composer.select';
import { selectMenu } from '../../../src/machines/chat/overlay.machine';
import { settle } from '../../kit/walk';
import { message, messages, user } from '../../rules/samples';
import { text } from '../submissions/samples';
import { echoOf, globalChat } from './samples';
import { talking, talkingAfter } from './talking';

const seenByKabir = { seenBy: [user('kabir')] };

describe('an own message (S1 §4)', () => {
  it('is shown at once with a clock, swapped in place by its echo for a tick, and read', async () => {
    const { sent, ticks, timeline, type, wire } = await talkingAfter(messages(1, 2));
    type('  Dog near the bridge ');
    await settle();
    expect(ticks()).toEqual([null, null, 'clock']);
    expect(timeline()[2]).toMatchObject({ id: 'temp-id-1', text: 'Dog near the bridge', parentMessageId: null });
    expect(sent()).toEqual(['id-1']);
    wire.deliver(globalChat, echoOf('id-1', '3'));
    expect(ticks()).toEqual([null, null, 'sent']);
    wire.deliver(globalChat, echoOf('id-1', '3', seenByKabir));
    expect(ticks()).toEqual([null, null, 'read']);
  });

  it.each([
    ['the echo, then the receipt', [echoOf('id-1', '3'), echoOf('id-1', '3', seenByKabir)]],
    ['the receipt, then the echo', [echoOf('id-1', '3', seenByKabir), echoOf('id-1', '3')]],
    ['both twice', [echoOf('id-1', '3'), echoOf('id-1', '3', seenByKabir), echoOf('id-1', '3'), echoOf('id-1', '3')]],
    [
      'a receipt without clientMessageId, then the echo',
      [echoOf('id-1', '3', { ...seenByKabir, clientMessageId: null }), echoOf('id-1', '3')],
    ],
  ])('is neither lost, doubled nor un-seen by %s (DECISIONS 40)', async (_, arrivals) => {
    for (const together of [true, false]) {
      const { shown, ticks, type, wire } = await talkingAfter(messages(1, 2));
      type('Dog');
      await settle();
      for (const batch of together ? [arrivals] : arrivals.map((one) => [one])) wire.deliver(globalChat, ...batch);
      expect(shown()).toEqual(['1', '2', '3']);
      expect(ticks()).toEqual([null, null, 'read']);
    }
  });

  it('is neither lost, doubled nor un-seen when all of that comes while the history loads', async () => {
    for (const page of [messages(1, 2), [...messages(1, 2), echoOf('id-1', '3')]]) {
      const { answer, open, shown, ticks, type, wire } = talking();
      await open();
      type('Dog');
      await settle();
      wire.deliver(globalChat, echoOf('id-1', '3', seenByKabir));
      wire.deliver(globalChat, echoOf('id-1', '3'));
      await answer(page);
      expect(shown()).toEqual(['1', '2', '3']);
      wire.lose();
      await open();
      await answer([...messages(1, 2), echoOf('id-1', '3', seenByKabir)]);
      expect(shown()).toEqual(['1', '2', '3']);
      expect(ticks()).toEqual([null, null, 'read']);
    }
  });

  it('is replaced when the fetched history already has it', async () => {
    const { answer, open, shown, ticks } = talking({ waiting: [text('c1')] });
    await settle();
    expect(shown()).toEqual(['temp-c1']);
    await open();
    await answer([...messages(1, 2), echoOf('c1', '3')]);
    expect(shown()).toEqual(['1', '2', '3']);
    expect(ticks().at(-1)).toBe('sent');
  });

  it('waits while there is no connection, goes out in order when it is back, and can be cancelled', async () => {
    const { answer, open, queue, sent, shown, type, wire } = await talkingAfter([]);
    wire.lose();
    type('one');
    type('two');
    type('three');
    expect(shown()).toEqual(['temp-id-1', 'temp-id-2', 'temp-id-3']);
    queue.send({ type: 'submission.withdraw', id: 'id-2' });
    expect(shown()).toEqual(['temp-id-1', 'temp-id-3']);
    await open();
    await answer([]);
    expect(sent()).toEqual(['id-1']);
    wire.deliver(globalChat, echoOf('id-1', '1'));
    await settle();
    wire.deliver(globalChat, echoOf('id-3', '2'));
    expect(sent()).toEqual(['id-1', 'id-3']);
    expect(shown()).toEqual(['1', '2']);
  });

  it('stays a reply if the reply target is given up after it was sent', async () => {
    const { queue, shown, type, wire } = await talkingAfter([]);
    type('one');
    await settle();
    wire.deliver(globalChat, echoOf('id-1', '1'));
    queue.send({ type: 'submission.withdraw', id: 'id-1' });
    expect(shown()).toEqual(['1']);
  });
});

describe('a reply (S1 §4)', () => {
  it('answers its original once: the target is cleared on send', async () => {
    const { parts, timeline, type } = await talkingAfter(messages(1, 2));
    parts.gesture.send({ type: 'pointer.pressed', message: message({ id: '2' }), x: 0, y: 0 });
    parts.gesture.send({ type: 'pointer.moved', x: 51, y: 0 });
    parts.gesture.send({ type: 'pointer.released' });
    expect(selectReplyTo(parts.composer.getSnapshot())?.id).toBe('2');
    type('Yes');
    expect(selectReplyTo(parts.composer.getSnapshot())).toBe(null);
    type('And more');
    expect(timeline().map(({ parentMessageId }) => parentMessageId)).toEqual([null, null, '2', null]);
    parts.composer.send({ type: 'reply.choose', message: timeline()[2] as Message });
    expect(selectReplyTo(parts.composer.getSnapshot())).toBe(null);
  });
});

describe('reactions (S1 §4)', () => {
  const heartOn = (target: Message) => (chat: ReturnType<typeof talking>) => {
    for (let tap = 0; tap < 2; tap++) {
      chat.parts.gesture.send({ type: 'pointer.pressed', message: target, x: 0, y: 0 });
      chat.parts.gesture.send({ type: 'pointer.released' });
    }
  };
  const reactions = ({ wire }: ReturnType<typeof talking>) => wire.published.filter(({ to }) => to.endsWith('/react'));

  it('are published: the heart of a double tap, and what the menu of a long press offers', async () => {
    const chat = await talkingAfter(messages(1, 2));
    heartOn(message({ id: '2' }))(chat);
    chat.clock.increment(600);
    chat.parts.gesture.send({ type: 'pointer.pressed', message: message({ id: '2' }), x: 5, y: 6 });
    chat.clock.increment(350);
    expect(selectMenu(chat.parts.overlay.getSnapshot())).toMatchObject({
      message: { id: '2' },
      x: 5,
      y: 6,
    });
    chat.parts.receipts.send({ type: 'message.react', message: message({ id: '2' }), reaction: '🙏' });
    expect(reactions(chat)).toEqual([
      { to: '/app/gchat/react', body: { messageId: '2', reaction: '❤️' } },
      { to: '/app/gchat/react', body: { messageId: '2', reaction: '🙏' } },
    ]);
  });

  it('are refused on a temp message, and while there is no connection', async () => {
    const chat = await talkingAfter(messages(1, 2));
    heartOn(message({ id: 'temp-id-1' }))(chat);
    chat.parts.receipts.send({ type: 'message.react', message: message({ id: 'temp-id-1' }), reaction: '❤️' });
    chat.wire.lose();
    heartOn(message({ id: '2' }))(chat);
    expect(chat.bar()).toBe('There is no connection. Please try again in a moment.');
    await chat.open();
    expect(reactions(chat)).toEqual([]);
    chat.clock.increment(5_000);
    expect(chat.bar()).toBe(null);
  });

  it('that the server refuses are reported, refused receipts are not', async () => {
    const chat = await talkingAfter(messages(1, 2));
    chat.wire.refuse(globalChat, 404, 'There is no such message in this chat.', null);
    expect(chat.bar()).toBe('There is no such message in this chat.');
  });
});

describe('read receipts (S1 §4)', () => {
  it('wait for the connection, and are sent again after a reconnect until they are confirmed', async () => {
    const chat = await talkingAfter(messages(1, 3));
    const reads = () =>
      chat.wire.published
        .filter(({ to }) => to === '/app/gchat/read')
        .map(({ body }) => (body as { messageId: string }).messageId);
    for (const viewed of messages(1, 2)) chat.parts.receipts.send({ type: 'message.viewed', message: viewed });
    chat.clock.increment(200);
    chat.wire.deliver(globalChat, { ...(messages(1, 1)[0] as Message), seenBy: [user('mira')] });
    chat.wire.lose();
    chat.parts.receipts.send({ type: 'message.viewed', message: messages(3, 3)[0] as Message });
    expect(reads()).toEqual(['1', '2']);
    await chat.open();
    chat.clock.increment(200);
    expect(reads()).toEqual(['1', '2', '3', '2']);
  });
});
