import { describe, expect, it } from 'vitest';
import {
  selectTyping,
  type TypingEvent,
  type TypingSnapshot,
  typingMachine,
} from '../../../src/machines/chat/typing.machine';
import { typingWords } from '../../../src/rules/chat/chatTexts';
import { testMutants } from '../../kit/mutants';
import { elapsed, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { message, user } from '../../rules/samples';
import { caseChat } from './samples';

const props = () => ({ ports: { typingTopic: streamPort() } });
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: TypingSnapshot) => T): T };

const sign = (userId: string, firstName: string) =>
  said('typingTopic', { type: 'typing.heard', sign: { userId, firstName } });
const by = (id: string): TypingEvent => ({
  type: 'foreign.appeared',
  messages: [message({ id: '9', sender: user(id) })],
});
const editedBy = (id: string): TypingEvent => ({
  type: 'messages.edited',
  messages: [message({ id: '9', sender: user(id) })],
});
const sixSeconds = elapsed('sign.expired', 6_000);

const shown = ({ read }: Setup) => read(selectTyping).map(({ firstName }) => firstName);
/** How often it was said that the member here is typing. */
const times = ({ ports }: Setup) => ports.typingTopic.received.length;
const names = (now: TypingSnapshot) => now.context.others.map(({ firstName }) => firstName);

/** Signs of the others. They have the same effect whether or not this member has just sent a sign. */
const hearing = (here: string) => {
  const showing = (expected: (before: readonly string[]) => readonly string[]) => (now: TypingSnapshot) => ({
    to: here,
    sees: (setup: Setup) => {
      expect(shown(setup)).toEqual(expected(names(now)));
      expect(setup.ports.typingTopic.received.every(({ type }) => type === 'sign.publish')).toBe(true);
    },
  });
  const joinedBy = (name: string) => showing((before) => (before.includes(name) ? before : [...before, name]));
  const leftBy = (name: string) => showing((before) => before.filter((one) => one !== name));
  return {
    'Asha types': joinedBy('Asha'),
    'Ravi types': joinedBy('Ravi'),
    'message of Asha': leftBy('Asha'),
    'message of Tara': leftBy('Tara'),
    'edit of Asha': leftBy('Asha'),
    'edit of Tara': leftBy('Tara'),
    "Asha's time is over": (now: TypingSnapshot) => (names(now).includes('Asha') ? leftBy('Asha')(now) : null),
    closed: {
      to: 'closed',
      sees: (setup: Setup) => expect(shown(setup)).toEqual([]),
    },
  };
};

const walk = walkOf({
  machine: typingMachine,
  props,
  input: () => ({ chat: caseChat, myId: 'mira' }),
  key: ({ context }) => context.others.map(({ userId }) => userId),
  samples: {
    opened: said('typingTopic', { type: 'typing.opened' }),
    closed: said('typingTopic', { type: 'typing.closed' }),
    'Asha types': sign('asha', 'Asha'),
    'Ravi types': sign('ravi', 'Ravi'),
    'Mira types in another tab': sign('mira', 'Mira'),
    'message of Asha': by('asha'),
    'message of Tara': by('tara'),
    'edit of Asha': editedBy('asha'),
    'edit of Tara': editedBy('tara'),
    // Raised here directly, because after 6 s Ravi's sign would have expired, too. The ways below let time pass.
    "Asha's time is over": { type: 'sign.expired', userId: 'asha' },
    'key pressed': { type: 'text.typed', text: 'Do' },
    'all deleted': { type: 'text.typed', text: '' },
    'blank typed': { type: 'text.typed', text: ' \n ' },
    'three seconds': elapsed('xstate.after.sayAgain.typing.open.said', 3_000),
  },
  ways: [
    // The same member twice: 6 s from the last sign.
    {
      way: ['opened', 'Asha types', 5_999, 'Asha types', sixSeconds],
      sees: (setup) => expect(shown(setup)).toEqual([]),
    },
    // Two members: each has a time of their own, and the first stays at the front.
    {
      way: ['opened', 'Asha types', 4_000, 'Ravi types', 1_999],
      sees: (setup) => expect(shown(setup)).toEqual(['Asha', 'Ravi']),
    },
    {
      way: ['opened', 'Asha types', 3_000, 'Ravi types', 1_000, 'Asha types', 4_999],
      sees: (setup) => expect(shown(setup)).toEqual(['Asha', 'Ravi']),
    },
    // No timer is left over from before a message, or from before the connection was lost.
    {
      way: ['opened', 'Asha types', 4_000, 'message of Asha', 'Asha types', 5_999],
      sees: (setup) => expect(shown(setup)).toEqual(['Asha']),
    },
    {
      way: ['opened', 'Asha types', 4_000, 'closed', 'opened', 'Asha types', 5_999],
      sees: (setup) => expect(shown(setup)).toEqual(['Asha']),
    },
    // Said again after 3 s, not before, and not by itself.
    {
      way: ['opened', 'key pressed', 2_999, 'key pressed'],
      sees: (setup) => expect(times(setup)).toBe(1),
    },
    {
      way: ['opened', 'key pressed', 'three seconds', 'key pressed'],
      sees: (setup) => expect(times(setup)).toBe(2),
    },
    // Keys without a connection are not said later.
    { way: ['key pressed', 'key pressed', 'opened', 9_000], sees: (setup) => expect(times(setup)).toBe(0) },
  ],
  states: {
    closed: {
      sees: (setup) => expect(shown(setup)).toEqual([]),
      takes: { opened: 'open.quiet' },
    },
    open: { sees: (setup) => expect(shown(setup)).not.toContain('Mira') },
    'open.quiet': {
      sees: ({ ports }) => expect(ports.typingTopic.running).toBe(true),
      takes: {
        ...hearing('open.quiet'),
        'key pressed': {
          to: 'open.said',
          sees: ({ ports }) => expect(ports.typingTopic.received.at(-1)).toEqual({ type: 'sign.publish' }),
        },
      },
    },
    'open.said': {
      sees: (setup) => expect(times(setup)).toBeGreaterThan(0),
      takes: { ...hearing('open.said'), 'three seconds': 'open.quiet' },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the words', () => {
  it.each([
    [1, 'is typing…'],
    [2, 'are typing…'],
    [3, 'Three people are typing…'],
    [4, 'Many people are typing…'],
    [40, 'Many people are typing…'],
  ])('of %i', (count, words) => {
    expect(typingWords(count)).toBe(words);
  });
});
