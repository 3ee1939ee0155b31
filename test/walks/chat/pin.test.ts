import { describe, expect, it } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import { type PinFact, type PinSnapshot, pinMachine, selectPinned } from '../../../src/machines/chat/pin.machine';
import { mayPin } from '../../../src/machines/chat/revisions.select';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';

type Conversation = ActorRef<Snapshot<unknown>, PinFact>;
interface Asked {
  readonly message: Message;
  readonly isPinned: boolean;
}
const PINNED = '2026-03-10T12:05:00.000Z';
const [gate, door] = [message({ id: '7', text: 'At the gate' }), message({ id: '8', text: 'At the door' })];
const [gatePinned, doorPinned] = [
  { ...gate, pinnedAt: PINNED },
  { ...door, pinnedAt: PINNED },
];
const props = () => ({
  ports: { repinMessage: promisePort<{ changedAt: string }, Asked>() },
  conversation: recorder<Conversation>(),
});
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: PinSnapshot) => T): T };
const shown = ({ read }: Setup) => read(selectPinned)?.id ?? null;

const known = ({ read }: Setup) => read(({ context }) => context.pinned?.id ?? null);
const said = (now: PinSnapshot) => now.context.pinned?.id ?? null;

/** What the topic says; the same again changes nothing. */
const told = (id: string | null, isNews: (now: PinSnapshot) => boolean) => (now: PinSnapshot) =>
  isNews(now)
    ? {
        to: 'pinned.fromTopic',
        sees: (setup: Setup) => {
          expect(known(setup)).toBe(id);
          if (now.context.waiting.length === 0) expect(shown(setup)).toBe(id);
        },
      }
    : null;
const topic = {
  'topic says 7 is pinned': told('7', ({ context }) => context.pinned !== gatePinned),
  'topic says 8 in its place': told('8', ({ context }) => context.pinned !== doorPinned),
  'topic says 7 is not pinned': told(null, (now) => said(now) === '7'),
};
/** The entry of the chat counts until the topic has said something. */
const entry = (id: string | null) => ({
  to: 'pinned.fromList',
  sees: (setup: Setup) => expect(known(setup)).toBe(id),
});

/** The change is shown at once, and is sent after those before it. */
const asked = (isPinned: boolean) => (now: PinSnapshot) => ({
  to: 'changing.sending',
  sees: (setup: Setup) => {
    const others = now.context.waiting.length === 0 && said(now) === '8' ? '8' : null;
    if (isPinned) expect(shown(setup)).toBe('7');
    else if (now.context.waiting.length === 0) expect(shown(setup)).toBe(others);
    if (now.context.waiting.length === 0)
      expect(setup.ports.repinMessage.calls.at(-1)).toMatchObject({ message: gate, isPinned });
    expect(setup.read(({ context }) => context.waiting)).toHaveLength(now.context.waiting.length + 1);
  },
});
const asking = { 'pin the gate': asked(true), 'unpin the gate': asked(false) };
/** The next change is sent. After the last one the chart rests. */
const settled = (now: PinSnapshot, sees: (setup: Setup) => void) => ({
  to: now.context.waiting.length > 1 ? 'changing.sending' : 'changing.resting',
  sees: (setup: Setup) => {
    sees(setup);
    const [, next] = now.context.waiting;
    if (next) expect(setup.ports.repinMessage.calls.at(-1)).toMatchObject(next);
    else expect(shown(setup)).toBe(known(setup));
  },
});
const refused = (reason: string) => (now: PinSnapshot) =>
  settled(now, (setup) => {
    expect(setup.conversation.received.at(-1)).toEqual({ type: 'pin.failed', reason });
    // The server's version is shown again.
    expect(known(setup)).toBe(said(now));
  });
const made = (now: PinSnapshot) =>
  settled(now, (setup) => {
    const { pinned, before, waiting } = now.context;
    // What has come meanwhile is newer than the answer.
    if (pinned !== before) expect(known(setup)).toBe(said(now));
    else if (waiting[0]?.isPinned) expect(known(setup)).toBe('7');
    else expect(known(setup)).toBe(said(now) === '8' ? '8' : null);
  });

/** The last change of this captain counts more than what the server has said. */
const seesLast = (setup: Setup) => {
  const last = setup.read(({ context }) => context.waiting.at(-1));
  if (!last) expect(shown(setup)).toBe(known(setup));
  else if (last.isPinned) expect(shown(setup)).toBe('7');
  else expect(shown(setup)).not.toBe('7');
};

const walk = walkOf({
  machine: pinMachine,
  props,
  input: ({ conversation }) => ({ conversation: conversation.ref }),
  key: ({ context: { pinned, before, waiting } }) =>
    `${pinned?.id} ${pinned?.pinnedAt} ${pinned === before} ${waiting[0]?.isPinned} ${Math.min(waiting.length, 2)}`,
  keeps: ({ context }) => context.pinned,
  samples: {
    'topic says 7 is pinned': { type: 'messages.arrived', messages: [message({ id: '9' }), gatePinned] },
    'topic says 8 in its place': { type: 'messages.arrived', messages: [gate, doorPinned] },
    'topic says 7 is not pinned': { type: 'messages.arrived', messages: [gate] },
    'topic lost': { type: 'topic.lost' },
    'entry with 7': { type: 'group.known', pinned: gatePinned },
    'entry without a pin': { type: 'group.known', pinned: null },
    'pin the gate': { type: 'message.repin', message: gate, isPinned: true },
    'unpin the gate': { type: 'message.repin', message: gate, isPinned: false },
    made: done('repinMessage', { changedAt: PINNED }),
    'no captain': failed('repinMessage', new CallFailure('refused', 403, 'Only captains can pin messages.')),
    'broken server': failed('repinMessage', new CallFailure('refused', 500)),
    'no network': failed('repinMessage', new CallFailure('network', 0)),
  },
  ways: [
    // The answer counts if no news has come since the call.
    { way: ['entry with 7', 'unpin the gate', 'made'], sees: (setup) => expect(known(setup)).toBe(null) },
  ],
  states: {
    'pinned.fromList': {
      sees: seesLast,
      takes: { ...topic, 'entry with 7': entry('7'), 'entry without a pin': entry(null) },
    },
    'pinned.fromTopic': { sees: seesLast, takes: { ...topic, 'topic lost': 'pinned.fromList' } },
    'changing.resting': {
      sees: (setup) => {
        expect(setup.ports.repinMessage.running).toBe(false);
        expect(shown(setup)).toBe(known(setup));
      },
      takes: asking,
    },
    'changing.sending': {
      sees: ({ ports }) => expect(ports.repinMessage.running).toBe(true),
      takes: {
        ...asking,
        made,
        'no captain': refused('Only captains can pin messages.'),
        'broken server': refused('The pinned message could not be changed.'),
        'no network': refused('Could not connect to the server.'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('who may pin a message', () => {
  it.each([
    ['a captain', message({}), ['MEMBER', 'RESCUE_CAPTAIN'], true],
    ['an admin', message({}), ['ROLE_ADMIN'], true],
    ['a super admin', message({}), ['SUPER_ADMIN'], true],
    ['a member, even an own one', message({}), ['MEMBER'], false],
    ['an inventory manager', message({}), ['MEMBER', 'INVENTORY_MANAGER'], false],
    ['a captain, one that waits', message({ id: 'temp-c1' }), ['RESCUE_CAPTAIN'], false],
    ['a captain, a deleted one', message({ deletedAt: PINNED }), ['RESCUE_CAPTAIN'], false],
  ])('%s', (_, one, roles, expected) => {
    expect(mayPin(one, roles)).toBe(expected);
  });
});
