import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, SimulatedClock, type Snapshot } from 'xstate';
import type { ReceiptsFact } from '../../../src/machines/chat/facts';
import { type ReceiptsSnapshot, receiptsMachine } from '../../../src/machines/chat/receipts.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, recorder, testWalk, walkOf } from '../../kit/walk';
import { message, user } from '../../rules/samples';

type Conversation = ActorRef<Snapshot<unknown>, ReceiptsFact>;
const settled = message({ id: '7' });
const refusalOf = (action: string, status: number) => ({
  type: 'refusal.arrived' as const,
  refusal: { destination: `/app/gchat/${action}`, status, message: 'No.', clientMessageId: null },
});
const read = (messageId: string) => ({ type: 'chat.publish', action: 'read', body: { messageId } });
const heart = { type: 'chat.publish', action: 'react', body: { messageId: '7', reaction: '❤️' } };
const said = (fact: object) => ({
  sees: ({ conversation }: { conversation: { received: readonly unknown[] } }) =>
    expect(conversation.received.at(-1)).toEqual(fact),
});

/** Whether the receipt of message 7 is still to be sent, or to be confirmed. */
const isNoted = ({ context: { unsent, unconfirmed } }: ReceiptsSnapshot) => unsent.has('7') || unconfirmed.has('7');
const hasReacted = ({ context }: ReceiptsSnapshot) => context.reacted.length > 0;
const hasUnsent = ({ context }: ReceiptsSnapshot) => context.unsent.size > 0;

type Setup = { actor: { getSnapshot(): ReceiptsSnapshot } };
/** The message has come back, or the bar has said why not: nothing more needs to be said of the reaction. */
const arrived = { sees: ({ actor }: Setup) => expect(hasReacted(actor.getSnapshot())).toBe(false) };

/** What every state takes. */
const everywhere = (here: string) => ({
  opened: (now: ReceiptsSnapshot) => (isNoted(now) ? 'connected.gathering' : 'connected.idle'),
  lost: (now: ReceiptsSnapshot) =>
    hasReacted(now)
      ? {
          to: 'disconnected',
          ...said({ type: 'receipt.failed', reason: 'The connection was lost. Your reaction may not have arrived.' }),
        }
      : 'disconnected',
  'own receipt arrived': {
    to: here,
    sees: (setup: Setup) => {
      expect(isNoted(setup.actor.getSnapshot())).toBe(false);
      arrived.sees(setup);
    },
  },
  'another receipt arrived': { to: here, ...arrived },
  'reaction too early': {
    to: here,
    sees: (setup: Setup & { conversation: { received: readonly unknown[] } }) => {
      arrived.sees(setup);
      said({ type: 'receipt.failed', reason: 'No.' }).sees(setup);
    },
  },
  // After a restart it does not know the connection.
  'begun again': { to: here, ...said({ type: 'part.restarted' }) },
  viewed: (now: ReceiptsSnapshot) => (isNoted(now) ? null : here),
});

const walk = walkOf({
  machine: receiptsMachine,
  props: () => ({ ports: {}, conversation: recorder<Conversation>() }),
  input: ({ conversation }) => ({ conversation: conversation.ref, myId: 'mira' }),
  key: ({ context }) => [[...context.unsent.keys()], [...context.unconfirmed.keys()], context.reacted.slice(0, 1)],
  samples: {
    opened: { type: 'topic.opened' },
    lost: { type: 'topic.lost' },
    viewed: { type: 'message.viewed', message: settled },
    'own one viewed': { type: 'message.viewed', message: message({ id: '8', sender: user('mira') }) },
    'seen one viewed': { type: 'message.viewed', message: message({ id: '9', seenBy: [user('mira')] }) },
    'temp one viewed': { type: 'message.viewed', message: message({ id: 'temp-c1' }) },
    'begun again': { type: 'supervision.restarted' },
    hearted: { type: 'message.react', message: settled, reaction: '❤️' },
    'temp one hearted': { type: 'message.react', message: message({ id: 'temp-c1' }), reaction: '❤️' },
    'own receipt arrived': { type: 'messages.arrived', messages: [{ ...settled, seenBy: [user('mira')] }] },
    'another receipt arrived': { type: 'messages.arrived', messages: [{ ...settled, seenBy: [user('tara')] }] },
    'receipt too early': refusalOf('read', 429),
    'receipt refused': refusalOf('read', 404),
    'reaction too early': refusalOf('react', 429),
    '200 ms': elapsed('xstate.after.receiptTick.receipts.connected.gathering', 200),
    '2 s': elapsed('xstate.after.rateLimitWait.receipts.throttled', 2_000),
  },
  states: {
    disconnected: {
      sees: ({ conversation, last }) => {
        if (last === 'viewed') expect(conversation.received.filter(({ type }) => type === 'chat.publish')).toEqual([]);
      },
      takes: {
        ...everywhere('disconnected'),
        hearted: {
          to: 'disconnected',
          ...said({ type: 'receipt.failed', reason: 'There is no connection. Please try again in a moment.' }),
        },
      },
    },
    connected: { takes: { 'receipt too early': 'throttled' } },
    'connected.idle': {
      sees: ({ actor }) => expect(hasUnsent(actor.getSnapshot())).toBe(false),
      takes: {
        ...everywhere('connected.idle'),
        viewed: (now) => (isNoted(now) ? null : { to: 'connected.gathering', ...said(read('7')) }),
        hearted: { to: 'connected.idle', ...said(heart) },
      },
    },
    'connected.gathering': {
      sees: ({ conversation }) => expect(conversation.received.some(({ type }) => type === 'chat.publish')).toBe(true),
      takes: {
        ...everywhere('connected.gathering'),
        viewed: (now) =>
          isNoted(now)
            ? null
            : {
                to: 'connected.gathering',
                sees: ({ actor }) => expect([...actor.getSnapshot().context.unsent.keys()]).toEqual(['7']),
              },
        hearted: { to: 'connected.gathering', ...said(heart) },
        '200 ms': (now) =>
          hasUnsent(now)
            ? {
                to: 'connected.gathering',
                sees: ({ conversation, actor }) => {
                  expect(conversation.received.at(-1)).toEqual(read('7'));
                  // Sent once, and again only after a reconnect or a pause.
                  expect([...actor.getSnapshot().context.unconfirmed.keys()]).toEqual(['7']);
                },
              }
            : 'connected.idle',
      },
    },
    throttled: {
      sees: ({ conversation }) =>
        expect(conversation.received.filter(({ type }) => type === 'receipt.failed').length).toBeLessThan(2),
      takes: {
        ...everywhere('throttled'),
        hearted: { to: 'throttled', ...said(heart) },
        '2 s': (now) => (isNoted(now) ? 'connected.gathering' : 'connected.idle'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

/** Marks on the messages of a chat whose topic is open. */
function marking() {
  const clock = new SimulatedClock();
  const conversation = recorder<Conversation>();
  const actor = createActor(receiptsMachine, {
    clock,
    input: { conversation: conversation.ref, myId: 'mira' },
  }).start();
  const view = (...ids: string[]) => {
    for (const id of ids) actor.send({ type: 'message.viewed', message: message({ id }) });
  };
  const seen = (...ids: string[]) =>
    actor.send({ type: 'messages.arrived', messages: ids.map((id) => message({ id, seenBy: [user('mira')] })) });
  return { actor, clock, made: conversation.received, view, seen };
}

it('a refused reaction does not hide that others went into a dead connection (DECISIONS 378)', () => {
  const { actor, made } = marking();
  const react = (id: string) => actor.send({ type: 'message.react', message: message({ id }), reaction: '❤️' });
  actor.send({ type: 'topic.opened' });
  react('1');
  react('2');
  actor.send(refusalOf('react', 429));
  actor.send({ type: 'topic.lost' });
  expect(made.slice(2)).toEqual([
    { type: 'receipt.failed', reason: 'No.' },
    { type: 'receipt.failed', reason: 'The connection was lost. Your reaction may not have arrived.' },
  ]);
});

describe('read receipts', () => {
  it('are sent once, and again after a reconnect until the server confirms them', () => {
    const { actor, clock, made, view, seen } = marking();
    actor.send({ type: 'topic.opened' });
    view('1', '2', '1');
    expect(made).toEqual([read('1')]);
    clock.increment(200);
    expect(made).toEqual([read('1'), read('2')]);
    seen('1');
    actor.send({ type: 'topic.lost' });
    view('3');
    clock.increment(1_000);
    expect(made).toHaveLength(2);
    actor.send({ type: 'topic.opened' });
    expect(made.slice(2)).toEqual([read('3'), read('2')]);
    seen('2', '3');
    actor.send({ type: 'topic.opened' });
    clock.increment(1_000);
    expect(made).toHaveLength(4);
  });

  it('leave at once, then twenty at most in 200 ms and the newest first, so that a flood does not fill the connection', () => {
    const { actor, clock, made, view } = marking();
    actor.send({ type: 'topic.opened' });
    view(...Array.from({ length: 46 }, (_, at) => String(at)));
    clock.increment(199);
    expect(made).toEqual([read('0')]);
    clock.increment(1);
    expect(made).toHaveLength(21);
    expect([made.at(1), made.at(-1)]).toEqual([read('45'), read('26')]);
    clock.increment(200);
    expect(made).toHaveLength(41);
    clock.increment(200);
    expect(made.slice(41)).toEqual([read('5'), read('4'), read('3'), read('2'), read('1')]);
    clock.increment(10_000);
    expect(made).toHaveLength(46);
  });

  it.each([429, 503])(
    'wait 2 s when there are too many at once or the server has a problem (%i), and none is lost',
    (status) => {
      const { actor, clock, made, view, seen } = marking();
      actor.send({ type: 'topic.opened' });
      view('1', '2');
      clock.increment(200);
      actor.send(refusalOf('read', status));
      actor.send(refusalOf('read', status));
      view('3');
      seen('1');
      clock.increment(1_999);
      expect(made).toHaveLength(2);
      clock.increment(1);
      expect(made.slice(2)).toEqual([read('3'), read('2')]);
    },
  );
});
