import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, SimulatedClock, type Snapshot } from 'xstate';
import { type DeliveryReport, deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import { testMutants } from '../../kit/mutants';
import { broken, elapsed, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';
import { echoOf, globalChat, outgoing } from './samples';

type Outbox = ActorRef<Snapshot<unknown>, DeliveryReport>;
const props = () => ({ ports: { chatTopic: streamPort() }, outbox: recorder<Outbox>() });
const refusal = (status: number, clientMessageId: string | null = 'c1') => ({
  type: 'refusal.arrived' as const,
  refusal: { destination: '/app/gchat/send', status, message: 'This case is closed.', clientMessageId },
});
const arrived = (...messages: ReturnType<typeof message>[]) => ({ type: 'messages.arrived' as const, messages });
const published = {
  type: 'chat.publish',
  action: 'send',
  body: { text: 'Text c1', clientMessageId: 'c1', parentMessageId: null, mediaUrl: null, mediaType: null },
};
const echoed = { to: 'confirmed', sees: ({ last }: { last: string | null }) => expect(last).toContain('echo') };

const walk = walkOf({
  machine: deliveryMachine,
  props,
  input: ({ outbox }) => ({ outbox: outbox.ref, me: 'mira', outgoing: outgoing('c1') }),
  samples: {
    'topic opened': said('chatTopic', { type: 'topic.opened' }),
    'topic lost': said('chatTopic', { type: 'topic.lost' }),
    'its echo': said('chatTopic', arrived(message(), echoOf('c1', '7'))),
    'other messages': said(
      'chatTopic',
      arrived(message(), echoOf('c2', '7'), echoOf('c1', '8', { sender: message().sender })),
    ),
    refused: said('chatTopic', refusal(403)),
    'too many': said('chatTopic', refusal(429)),
    'another refused': said('chatTopic', refusal(403, 'c2')),
    'another too many': said('chatTopic', refusal(429, 'c2')),
    'no echo in 10 s': elapsed('xstate.after.echoWait.delivery.publishing', 10_000),
    '2 s': elapsed('xstate.after.rateLimitWait.delivery.throttled', 2_000),
    'topic broke': broken('chatTopic'),
  },
  states: {
    waiting: {
      sees: ({ ports, last, outbox }) => {
        expect(ports.chatTopic.calls).toEqual([{ chat: globalChat }]);
        if (last === null) expect(ports.chatTopic.received).toEqual([]);
        expect(outbox.received).toEqual([]);
      },
      takes: { 'topic opened': 'publishing', 'its echo': echoed, 'topic broke': 'refused' },
    },
    publishing: {
      sees: ({ ports, outbox }) => {
        expect(ports.chatTopic.received.at(-1)).toEqual(published);
        expect(outbox.received).toEqual([]);
      },
      takes: {
        'topic opened': {
          to: 'publishing',
          sees: ({ ports }) => expect(ports.chatTopic.received).toEqual([published, published]),
        },
        'topic lost': 'waiting',
        'its echo': echoed,
        refused: 'refused',
        'too many': 'throttled',
        'no echo in 10 s': {
          to: 'publishing',
          sees: ({ ports }) => expect(ports.chatTopic.received).toEqual([published, published]),
        },
        'topic broke': 'refused',
      },
    },
    throttled: {
      sees: ({ outbox }) => expect(outbox.received).toEqual([]),
      takes: {
        '2 s': 'publishing',
        'topic opened': 'publishing',
        'topic lost': 'waiting',
        'its echo': echoed,
        'topic broke': 'refused',
      },
    },
    confirmed: {
      sees: ({ outbox }) => expect(outbox.received).toEqual([{ type: 'delivery.confirmed', clientMessageId: 'c1' }]),
    },
    refused: {
      sees: ({ outbox, last }) =>
        expect(outbox.received).toEqual([
          {
            type: 'delivery.refused',
            clientMessageId: 'c1',
            reason: last === 'refused' ? 'This case is closed.' : 'The message could not be sent.',
          },
        ]),
    },
  },
});
testWalk(walk);
testMutants(walk);

/** A delivery whose chat is open. */
function delivering() {
  const clock = new SimulatedClock();
  const { ports, outbox } = props();
  const machine = deliveryMachine.provide({ actors: { chatTopic: ports.chatTopic.logic as never } });
  const input = { outbox: outbox.ref, me: 'mira', outgoing: outgoing('c1') };
  const actor = createActor(machine, { clock, input }).start();
  return { actor, clock, topic: ports.chatTopic, outbox };
}

describe('a message on its way', () => {
  it('is published on every fresh connection until its echo comes, and never after', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'topic.lost' });
    topic.emit({ type: 'topic.opened' });
    expect(topic.received).toEqual([published, published]);
    topic.emit(arrived(echoOf('c1', '7')));
    expect(outbox.received).toEqual([{ type: 'delivery.confirmed', clientMessageId: 'c1' }]);
    expect(topic.running).toBe(false);
  });

  it('is published again after 10 s, 20 s … 60 s without an echo, so that a server in trouble is not pressed', () => {
    const { clock, topic } = delivering();
    topic.emit({ type: 'topic.opened' });
    for (const [tries, seconds] of [10, 20, 30, 40, 50, 60, 60, 60].entries()) {
      clock.increment(seconds * 1000 - 1);
      expect(topic.received).toHaveLength(tries + 1);
      clock.increment(1);
      expect(topic.received).toHaveLength(tries + 2);
    }
  });

  it('is confirmed by an echo that comes while there is no connection any more', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'topic.lost' });
    topic.emit(arrived(echoOf('c1', '7')));
    expect(outbox.received).toEqual([{ type: 'delivery.confirmed', clientMessageId: 'c1' }]);
  });

  it('is not confirmed by what somebody else has sent under the same clientMessageId', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit(arrived(echoOf('c1', '7', { sender: message().sender })));
    expect(outbox.received).toEqual([]);
  });
});
