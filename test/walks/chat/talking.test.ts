import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import type { ChatAddress } from '../../../src/contract/topics';
import { selectBarText } from '../../../src/machines/chat/bar.select';
import { catchUpMachine } from '../../../src/machines/chat/catchUp.machine';
import { composerMachine } from '../../../src/machines/chat/composer.machine';
import { selectTextBox } from '../../../src/machines/chat/composer.select';
import { conversationMachine } from '../../../src/machines/chat/conversation.machine';
import {
  selectBar,
  selectComposer,
  selectGesture,
  selectHistory,
  selectOverlay,
  selectReplyTo,
  selectViewport,
} from '../../../src/machines/chat/conversation.select';
import { deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import { selectHasOlder } from '../../../src/machines/chat/history.late.select';
import { historyMachine } from '../../../src/machines/chat/history.machine';
import { selectHistoryFailure, selectTimeline } from '../../../src/machines/chat/history.select';
import { mediaMachine } from '../../../src/machines/chat/media.machine';
import { outboxMachine } from '../../../src/machines/chat/outbox.machine';
import { selectMenu } from '../../../src/machines/chat/overlay.select';
import type { HistoryRequest, ShelfCommand } from '../../../src/machines/chat/ports';
import { selectHasNewBelow, selectHighlighted, selectIsFollowing } from '../../../src/machines/chat/viewport.select';
import { tickOf } from '../../../src/rules/messages';
import type { Outgoing } from '../../../src/rules/outgoing';
import { promisePort, scriptedWorld } from '../../kit/walk';
import { message, user } from '../../rules/samples';
import { echoOf, globalChat, ids, messages, mira, outgoing, settle } from './samples';
import { scriptedWire } from './wire';

/** A conversation with all its real parts and a real outbox, over a scripted connection and a scripted history. */
function talking({ chat = globalChat, items = [] }: { chat?: ChatAddress; items?: readonly Outgoing[] } = {}) {
  const clock = new SimulatedClock();
  const wire = scriptedWire();
  const history = promisePort<readonly Message[], HistoryRequest>();
  const delivery = deliveryMachine.provide({ actors: { chatTopic: wire.chatTopic } });
  const shelf = fromCallback<ShelfCommand, { userId: string }>(({ sendBack, receive }) => {
    sendBack({ type: 'shelf.read', items });
    receive((order) => {
      if (order.type === 'shelf.put')
        sendBack({ type: 'shelf.kept', clientMessageId: order.outgoing.body.clientMessageId });
    });
  });
  const deliveryTurn = fromCallback<EventObject, { userId: string }>(({ sendBack }) =>
    sendBack({ type: 'turn.granted' }),
  );
  const outbox = createActor(outboxMachine.provide({ actors: { delivery, deliveryTurn, shelf } }), {
    clock,
    input: { me: 'mira' },
  }).start();
  const fetchHistory = history.logic as never;
  const logFailure = () => {};
  const catchUp = catchUpMachine.provide({ actors: { fetchHistory }, actions: { logFailure } });
  const actor = createActor(
    conversationMachine.provide({
      actors: {
        chatTopic: wire.chatTopic,
        composer: composerMachine.provide({ actors: { draftShelf: fromCallback(() => {}) } }),
        media: mediaMachine.provide({ actors: { fetchTools: fromPromise<unknown>(() => new Promise(() => {})) } }),
        history: historyMachine.provide({ actors: { fetchHistory, catchUp }, actions: { logFailure } }),
      },
    }),
    {
      clock,
      input: {
        chat,
        me: mira,
        world: scriptedWorld(),
        outbox,
        knownNames: [],
      },
    },
  ).start();
  const part = <Part>(select: (snapshot: ReturnType<typeof actor.getSnapshot>) => Part) => select(actor.getSnapshot());
  const timeline = () => selectTimeline(part(selectHistory).getSnapshot());
  return {
    actor,
    clock,
    wire,
    history,
    part,
    timeline,
    /** The ids shown, the first and the last where they are many. */
    shown: () => ids(timeline()),
    viewport: () => part(selectViewport).getSnapshot(),
    bar: () => selectBarText(part(selectBar).getSnapshot()),
    ticks: () => timeline().map((shown) => tickOf(shown, 'mira')),
    sent: () => wire.sent(chat),
    type(text: string) {
      selectTextBox(part(selectComposer).getSnapshot()).send({ type: 'draft.changed', text, caret: text.length });
      part(selectComposer).send({ type: 'draft.submit' });
    },
    async answer(page: readonly Message[]) {
      history.resolve(page);
      await settle();
    },
    async open() {
      wire.open();
      await settle();
    },
    async refuse(error: unknown) {
      history.reject(error);
      await settle();
    },
  };
}

/** One whose newest page is here and whose topic is open. */
async function talkingAfter(page: readonly Message[]) {
  const chat = talking();
  await chat.open();
  await chat.answer(page);
  await chat.answer(page);
  return chat;
}
const seenByKabir = { seenBy: [user('kabir')] };

describe('an own message (S1 §4)', () => {
  it('is shown at once with a clock, swapped in place by its echo for a tick, and read', async () => {
    const { type, ticks, timeline, sent, wire } = await talkingAfter(messages(1, 2));
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
  ])('is neither lost, doubled nor un-seen by %s (decision 40)', async (_, arrivals) => {
    for (const together of [true, false]) {
      const { type, shown, ticks, wire } = await talkingAfter(messages(1, 2));
      type('Dog');
      await settle();
      for (const batch of together ? [arrivals] : arrivals.map((one) => [one])) wire.deliver(globalChat, ...batch);
      expect(shown()).toEqual(['1', '2', '3']);
      expect(ticks()).toEqual([null, null, 'read']);
    }
  });

  it('is neither lost, doubled nor un-seen when all of that comes while the history loads', async () => {
    for (const page of [messages(1, 2), [...messages(1, 2), echoOf('id-1', '3')]]) {
      const { type, open, answer, shown, ticks, wire } = talking();
      await open();
      type('Dog');
      await settle();
      wire.deliver(globalChat, echoOf('id-1', '3', seenByKabir));
      wire.deliver(globalChat, echoOf('id-1', '3'));
      await answer(page);
      expect(shown()).toEqual(['1', '2', '3']);
      await answer([...messages(1, 2), echoOf('id-1', '3', seenByKabir)]);
      expect(shown()).toEqual(['1', '2', '3']);
      expect(ticks()).toEqual([null, null, 'read']);
    }
  });

  it('is swapped by the page of a history that already has it', async () => {
    const { open, answer, shown, ticks } = talking({ items: [outgoing('c1')] });
    expect(shown()).toEqual(['temp-c1']);
    await open();
    await answer([...messages(1, 2), echoOf('c1', '3')]);
    expect(shown()).toEqual(['1', '2', '3']);
    expect(ticks().at(-1)).toBe('sent');
  });

  it('waits while there is no connection, goes out in order when it is back, and can be cancelled', async () => {
    const { actor, type, open, answer, shown, sent, wire } = await talkingAfter([]);
    wire.lose();
    type('one');
    type('two');
    type('three');
    expect(shown()).toEqual(['temp-id-1', 'temp-id-2', 'temp-id-3']);
    actor.send({ type: 'message.withdraw', clientMessageId: 'id-2' });
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

  it('is sent although the original was given up: one that is sent already stays', async () => {
    const { actor, type, shown, wire } = await talkingAfter([]);
    type('one');
    await settle();
    wire.deliver(globalChat, echoOf('id-1', '1'));
    actor.send({ type: 'message.withdraw', clientMessageId: 'id-1' });
    expect(shown()).toEqual(['1']);
  });
});

describe('a reply (S1 §4)', () => {
  it('answers its original once: the target is cleared on send', async () => {
    const { actor, part, type, timeline } = await talkingAfter(messages(1, 2));
    part(selectGesture).send({ type: 'pointer.pressed', message: message({ id: '2' }), x: 0, y: 0 });
    part(selectGesture).send({ type: 'pointer.moved', x: 51, y: 0 });
    part(selectGesture).send({ type: 'pointer.released' });
    expect(part(selectReplyTo)?.id).toBe('2');
    type('Yes');
    expect(part(selectReplyTo)).toBe(null);
    type('And more');
    expect(timeline().map(({ parentMessageId }) => parentMessageId)).toEqual([null, null, '2', null]);
    actor.send({ type: 'reply.choose', message: timeline()[2] as Message });
    expect(part(selectReplyTo)).toBe(null);
  });
});

describe('reactions (S1 §4)', () => {
  const heartOn = (target: Message) => (chat: ReturnType<typeof talking>) => {
    for (let tap = 0; tap < 2; tap++) {
      chat.part(selectGesture).send({ type: 'pointer.pressed', message: target, x: 0, y: 0 });
      chat.part(selectGesture).send({ type: 'pointer.released' });
    }
  };
  const reactions = ({ wire }: ReturnType<typeof talking>) => wire.published.filter(({ to }) => to.endsWith('/react'));

  it('are published: the heart of a double tap, and what the menu of a long press offers', async () => {
    const chat = await talkingAfter(messages(1, 2));
    heartOn(message({ id: '2' }))(chat);
    chat.clock.increment(600);
    chat.part(selectGesture).send({ type: 'pointer.pressed', message: message({ id: '2' }), x: 5, y: 6 });
    chat.clock.increment(350);
    expect(selectMenu(chat.part(selectOverlay).getSnapshot())).toMatchObject({ message: { id: '2' }, x: 5, y: 6 });
    chat.actor.send({ type: 'message.react', message: message({ id: '2' }), reaction: '🙏' });
    expect(selectMenu(chat.part(selectOverlay).getSnapshot())).toBe(null);
    expect(reactions(chat)).toEqual([
      { to: '/app/gchat/react', body: { messageId: '2', reaction: '❤️' } },
      { to: '/app/gchat/react', body: { messageId: '2', reaction: '🙏' } },
    ]);
  });

  it('are refused on a temp message, and while there is no connection', async () => {
    const chat = await talkingAfter(messages(1, 2));
    heartOn(message({ id: 'temp-id-1' }))(chat);
    chat.actor.send({ type: 'message.react', message: message({ id: 'temp-id-1' }), reaction: '❤️' });
    chat.wire.lose();
    heartOn(message({ id: '2' }))(chat);
    expect(chat.bar()).toBe('There is no connection. Please try again in a moment.');
    await chat.open();
    expect(reactions(chat)).toEqual([]);
    chat.clock.increment(5_000);
    expect(chat.bar()).toBe(null);
  });

  it('that the server refuses are told, receipts are not', async () => {
    const chat = await talkingAfter(messages(1, 2));
    chat.wire.refuse(globalChat, 404, 'There is no such message in this chat.', null);
    expect(chat.bar()).toBe('There is no such message in this chat.');
  });
});

describe('read receipts (S1 §4)', () => {
  it('wait for the connection, and are said again after a reconnect until they are confirmed', async () => {
    const chat = await talkingAfter(messages(1, 3));
    const reads = () =>
      chat.wire.published
        .filter(({ to }) => to === '/app/gchat/read')
        .map(({ body }) => (body as { messageId: string }).messageId);
    for (const viewed of messages(1, 2)) chat.actor.send({ type: 'message.viewed', message: viewed });
    chat.wire.deliver(globalChat, { ...(messages(1, 1)[0] as Message), seenBy: [user('mira')] });
    chat.wire.lose();
    chat.actor.send({ type: 'message.viewed', message: messages(3, 3)[0] as Message });
    expect(reads()).toEqual(['1', '2']);
    await chat.open();
    expect(reads()).toEqual(['1', '2', '2', '3']);
  });
});

describe('the history of a conversation', () => {
  it('fetches what was sent between its page and the opening of the topic', async () => {
    const { open, answer, shown, wire, history } = talking();
    await open();
    wire.deliver(globalChat, ...messages(5, 5));
    await answer(messages(1, 3));
    expect(shown()).toEqual(['1', '2', '3', '5']);
    await answer(messages(1, 5));
    expect(shown()).toEqual(['1', '2', '3', '4', '5']);
    expect(history.running).toBe(false);
  });

  it('asks once where the topic opens only afterwards, and catches up then', async () => {
    const { open, answer, shown, history } = talking();
    await answer(messages(1, 3));
    expect(history.running).toBe(false);
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
    const { open, answer, shown, wire, history } = await talkingAfter(messages(1, 100).slice(-50));
    wire.lose();
    await open();
    for (const limit of asked) {
      expect(history.calls.at(-1)).toEqual({ chat: globalChat, limit });
      await answer(messages(1, 100 + missed).slice(-limit));
    }
    expect(history.running).toBe(false);
    // The long page may reach further back than what was shown: that is no harm.
    const all = shown().map(Number);
    expect(all.at(-1)).toBe(100 + missed);
    expect(all).toEqual(Array.from({ length: all.length }, (_, index) => (all[0] as number) + index));
    expect(all).toContain(51);
  });

  it('starts afresh from the newest 200 when more than those were missed, and keeps what is unsent', async () => {
    const chat = await talkingAfter(messages(1, 100).slice(-50));
    chat.wire.lose();
    chat.type('Are you there?');
    await chat.open();
    await chat.answer(messages(1, 900).slice(-50));
    await chat.answer(messages(1, 900).slice(-200));
    expect(new Set(chat.shown())).toEqual(new Set([...ids(messages(701, 900)), 'temp-id-1']));
    expect(chat.shown()).toHaveLength(201);
    expect(selectHasOlder(chat.part(selectHistory).getSnapshot())).toBe(true);
    chat.actor.send({ type: 'older.fetch' });
    expect(chat.history.calls.at(-1)).toEqual({ chat: globalChat, limit: 200, before: '701' });
  });

  it('loses nothing when the connection breaks again before what was missed is there', async () => {
    const { open, answer, refuse, shown, wire } = await talkingAfter(messages(1, 100).slice(-50));
    wire.lose();
    await open();
    await refuse(new CallFailure('refused', 503));
    // It came behind a gap of 60, which its own page would hide.
    wire.deliver(globalChat, ...messages(161, 161));
    wire.lose();
    await open();
    await answer(messages(1, 165).slice(-50));
    await answer(messages(1, 165).slice(-200));
    expect(shown().map(Number)).toEqual(Array.from({ length: 165 }, (_, index) => index + 1));
  });

  it('is asked for again by hand, and by itself when the connection is back', async () => {
    const { actor, open, answer, refuse, shown, part, wire } = talking();
    const failure = () => selectHistoryFailure(part(selectHistory).getSnapshot());
    await refuse(new CallFailure('refused', 500));
    expect(failure()).toBe('Failed to fetch messages (Status: 500)');
    actor.send({ type: 'conversation.retry' });
    await refuse(new CallFailure('network', 0));
    expect(failure()).toBe('Could not load chat.');
    await open();
    await refuse(new CallFailure('refused', 503, 'The database is away.'));
    expect(failure()).toBe('The database is away.');
    // What comes now, and a gap behind it, must not end up as a hole.
    wire.deliver(globalChat, ...messages(5, 5));
    actor.send({ type: 'conversation.retry' });
    await answer(messages(31, 80));
    expect(failure()).toBe(null);
    expect(shown()).toEqual(ids(messages(31, 80)));
  });

  it('has no hole where an older message changes that is not loaded yet', async () => {
    const { actor, answer, shown, wire, viewport } = await talkingAfter(messages(251, 300));
    actor.send({ type: 'list.scrolled', distance: 400 });
    wire.deliver(globalChat, { ...(messages(7, 7)[0] as Message), reactions: { '🙏': [user('tara')] } });
    expect(shown()[0]).toBe('251');
    expect(selectHasNewBelow(viewport())).toBe(false);
    actor.send({ type: 'older.fetch' });
    await answer(messages(51, 250));
    expect(shown()).toEqual(ids(messages(51, 300)));
  });

  it('ends with a server that knows no pages and answers with everything each time', async () => {
    const all = await talkingAfter(messages(1, 200));
    all.actor.send({ type: 'older.fetch' });
    expect(all.history.running).toBe(false);
    expect(all.shown()).toHaveLength(200);
    const exact = await talkingAfter(messages(1, 50));
    exact.actor.send({ type: 'original.seek', messageId: 'gone' });
    await exact.answer(messages(1, 50));
    expect(exact.history.running).toBe(false);
    expect(exact.shown()).toEqual(ids(messages(1, 50)));
    // As many as fill one of our pages: the same ones again are nothing older.
    const full = await talkingAfter(messages(151, 200));
    full.actor.send({ type: 'original.seek', messageId: 'gone' });
    await full.answer(messages(1, 200));
    await full.answer(messages(1, 200));
    expect(full.history.running).toBe(false);
    expect(full.bar()).toBe('The original message is no longer there.');
  });
});

describe('New Messages (S1 §2, §4)', () => {
  it('is set by a message of another that comes while scrolled up, by one that was missed too, not by an own one', async () => {
    const { actor, open, answer, type, viewport, wire } = await talkingAfter(messages(1, 3));
    actor.send({ type: 'list.scrolled', distance: 51 });
    wire.deliver(globalChat, echoOf('c9', '4'));
    wire.deliver(globalChat, { ...(messages(3, 3)[0] as Message), seenBy: [user('tara')] });
    expect(selectHasNewBelow(viewport())).toBe(false);
    wire.deliver(globalChat, ...messages(5, 5));
    expect(selectHasNewBelow(viewport())).toBe(true);
    type('I come');
    expect(selectIsFollowing(viewport())).toBe(true);
    actor.send({ type: 'list.scrolled', distance: 51 });
    wire.lose();
    await open();
    await answer(messages(1, 6));
    expect(selectHasNewBelow(viewport())).toBe(true);
  });
});

describe('the original of a reply (S1 §2)', () => {
  it('is highlighted at once where it is loaded', async () => {
    const { actor, clock, viewport } = await talkingAfter(messages(1, 3));
    actor.send({ type: 'original.seek', messageId: '2' });
    expect(selectHighlighted(viewport())).toBe('2');
    clock.increment(1_500);
    expect(selectHighlighted(viewport())).toBe(null);
  });

  it('is looked for over several older pages', async () => {
    const { actor, answer, history, viewport } = await talkingAfter(messages(951, 1000));
    actor.send({ type: 'original.seek', messageId: '600' });
    await answer(messages(751, 950));
    expect(selectHighlighted(viewport())).toBe(null);
    expect(history.calls.at(-1)).toEqual({ chat: globalChat, limit: 200, before: '751' });
    await answer(messages(551, 750));
    expect(selectHighlighted(viewport())).toBe('600');
    expect(history.running).toBe(false);
  });

  it('is looked for in vain: the member is told, and can look for another', async () => {
    const { actor, answer, bar, viewport, history } = await talkingAfter(messages(951, 1000));
    actor.send({ type: 'original.seek', messageId: 'gone' });
    await answer(messages(751, 950));
    await answer(messages(740, 750));
    expect(bar()).toBe('The original message is no longer there.');
    expect(history.running).toBe(false);
    actor.send({ type: 'original.seek', messageId: '745' });
    expect(selectHighlighted(viewport())).toBe('745');
  });

  it('is looked for on when a reconnect comes between', async () => {
    const { actor, open, answer, wire, viewport } = await talkingAfter(messages(951, 1000));
    actor.send({ type: 'original.seek', messageId: '800' });
    wire.lose();
    await open();
    await answer(messages(952, 1001));
    await answer(messages(751, 950));
    expect(selectHighlighted(viewport())).toBe('800');
  });

  it('is told when older messages cannot be fetched, and is not jumped to later', async () => {
    const { actor, answer, refuse, bar, viewport } = await talkingAfter(messages(951, 1000));
    actor.send({ type: 'original.seek', messageId: '800' });
    await refuse(new CallFailure('refused', 503));
    expect(bar()).toBe('Failed to fetch messages (Status: 503)');
    actor.send({ type: 'conversation.retry' });
    await answer(messages(751, 950));
    expect(selectHighlighted(viewport())).toBe(null);
  });
});
