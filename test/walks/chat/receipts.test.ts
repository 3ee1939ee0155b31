import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, SimulatedClock, type Snapshot } from 'xstate';
import { type ReceiptsFact, receiptsMachine } from '../../../src/machines/chat/receipts.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, recorder, testWalk, walkOf } from '../../kit/walk';
import { message, user } from '../../rules/samples';

type Conversation = ActorRef<Snapshot<unknown>, ReceiptsFact>;
const settled = message({ id: '7' });
const refusalOf = (action: string, status: number) => ({
  type: 'refusal.arrived' as const,
  refusal: { destination: `/app/gchat/${action}`, status, message: 'No.', clientMessageId: null },
});
const read = (messageId: string) => ({ type: 'receipt.made', action: 'read', body: { messageId } });
const heart = { type: 'receipt.made', action: 'react', body: { messageId: '7', reaction: '❤️' } };
const said = (fact: object) => ({
  sees: ({ conversation }: { conversation: { received: readonly unknown[] } }) =>
    expect(conversation.received.at(-1)).toEqual(fact),
});

/** What is taken in every state alike. */
const everywhere = (here: string) => ({
  opened: 'joined',
  lost: 'apart',
  'own receipt arrived': {
    to: here,
    sees: ({ actor }: { actor: { getSnapshot(): { context: { reading: ReadonlySet<string> } } } }) =>
      expect(actor.getSnapshot().context.reading.size).toBe(0),
  },
  'another receipt arrived': here,
});

const walk = walkOf({
  machine: receiptsMachine,
  props: () => ({ ports: {}, conversation: recorder<Conversation>() }),
  input: ({ conversation }) => ({ conversation: conversation.ref, me: 'mira' }),
  key: ({ context }) => [...context.reading],
  samples: {
    opened: { type: 'topic.opened' },
    lost: { type: 'topic.lost' },
    viewed: { type: 'message.viewed', message: settled },
    'own one viewed': { type: 'message.viewed', message: message({ id: '8', sender: user('mira') }) },
    'seen one viewed': { type: 'message.viewed', message: message({ id: '9', seenBy: [user('mira')] }) },
    'temp one viewed': { type: 'message.viewed', message: message({ id: 'temp-c1' }) },
    hearted: { type: 'message.react', message: settled, reaction: '❤️' },
    'temp one hearted': { type: 'message.react', message: message({ id: 'temp-c1' }), reaction: '❤️' },
    'own receipt arrived': { type: 'messages.arrived', messages: [{ ...settled, seenBy: [user('mira')] }] },
    'another receipt arrived': { type: 'messages.arrived', messages: [{ ...settled, seenBy: [user('tara')] }] },
    'receipt too early': refusalOf('read', 429),
    'receipt refused': refusalOf('read', 404),
    'reaction too early': refusalOf('react', 429),
    '2 s': elapsed('xstate.after.rateLimitWait.receipts.throttled', 2_000),
  },
  states: {
    apart: {
      sees: ({ conversation, last }) => {
        if (last === 'viewed') expect(conversation.received.filter(({ type }) => type === 'receipt.made')).toEqual([]);
      },
      takes: {
        ...everywhere('apart'),
        opened: ({ context }) => (context.reading.has('7') ? { to: 'joined', ...said(read('7')) } : 'joined'),
        viewed: ({ context }) => (context.reading.has('7') ? null : 'apart'),
        hearted: {
          to: 'apart',
          ...said({ type: 'receipt.failed', reason: 'There is no connection. Please try again in a moment.' }),
        },
      },
    },
    joined: {
      sees: ({ conversation, actor, last }) => {
        // On a fresh connection, and after a pause, everything is said that the server has not confirmed.
        const reading = [...actor.getSnapshot().context.reading].map(read);
        if (last === 'opened' || last === '2 s')
          expect(conversation.received.slice(conversation.received.length - reading.length)).toEqual(reading);
      },
      takes: {
        ...everywhere('joined'),
        viewed: ({ context }) => (context.reading.has('7') ? null : { to: 'joined', ...said(read('7')) }),
        hearted: { to: 'joined', ...said(heart) },
        'receipt too early': 'throttled',
      },
    },
    throttled: {
      sees: ({ conversation }) =>
        expect(conversation.received.filter(({ type }) => type === 'receipt.failed').length).toBeLessThan(2),
      takes: {
        ...everywhere('throttled'),
        viewed: ({ context }) => (context.reading.has('7') ? null : 'throttled'),
        hearted: { to: 'throttled', ...said(heart) },
        '2 s': 'joined',
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
  const actor = createActor(receiptsMachine, { clock, input: { conversation: conversation.ref, me: 'mira' } }).start();
  const view = (...ids: string[]) => {
    for (const id of ids) actor.send({ type: 'message.viewed', message: message({ id }) });
  };
  const seen = (...ids: string[]) =>
    actor.send({ type: 'messages.arrived', messages: ids.map((id) => message({ id, seenBy: [user('mira')] })) });
  return { actor, clock, made: conversation.received, view, seen };
}

describe('read receipts', () => {
  it('are said once, and again after a reconnect until the server confirms them', () => {
    const { actor, made, view, seen } = marking();
    actor.send({ type: 'topic.opened' });
    view('1', '2', '1');
    expect(made).toEqual([read('1'), read('2')]);
    seen('1');
    actor.send({ type: 'topic.lost' });
    view('3');
    expect(made).toHaveLength(2);
    actor.send({ type: 'topic.opened' });
    expect(made.slice(2)).toEqual([read('2'), read('3')]);
    seen('2', '3');
    actor.send({ type: 'topic.opened' });
    expect(made).toHaveLength(4);
  });

  it('wait 2 s when there are too many at once, and nothing of them is lost', () => {
    const { actor, clock, made, view, seen } = marking();
    actor.send({ type: 'topic.opened' });
    view('1', '2');
    actor.send(refusalOf('read', 429));
    actor.send(refusalOf('read', 429));
    view('3');
    seen('1');
    clock.increment(1_999);
    expect(made).toHaveLength(2);
    clock.increment(1);
    expect(made.slice(2)).toEqual([read('2'), read('3')]);
  });
});
