import { expect } from 'vitest';
import type { Message } from '../../../src/contract/chats';
import type { HistorySnapshot } from '../../../src/machines/chat/history.machine';
import { done } from '../../kit/walk';
import { messages, user } from '../../rules/samples';
import { unreadable } from '../unreadable';
import { shown } from './history.facts';

/** What a check looks at here. */
interface Setup {
  read<T>(select: (snapshot: HistorySnapshot) => T): T;
  readonly conversation: { readonly received: readonly { type: string }[] };
  readonly ports: {
    readonly catchUp: { readonly running: boolean; readonly calls: readonly unknown[] };
    readonly fetchHistory: { readonly running: boolean };
    readonly pageStore: { readonly received: readonly { readonly type: string }[] };
  };
}
const corrected = (id: string) => ({ ...(messages(Number(id), Number(id))[0] as Message), text: 'Corrected' });
const seen = (id: string) => ({ ...(messages(Number(id), Number(id))[0] as Message), seenBy: [user('mira')] });
/** A copy of a message of the page, edited at a minute after noon; 0 if it was not. */
const arrivedAs = (id: string, minute: number, parts: Partial<Message> = {}) => ({
  type: 'messages.arrived' as const,
  messages: [
    {
      ...(messages(Number(id), Number(id))[0] as Message),
      editedAt: minute ? `2026-03-10T12:0${minute}:00.000Z` : null,
      ...parts,
    } as Message,
  ],
});
const countsUnreadable = ({ read }: Setup) => expect(read(({ context }) => context.unreadable.size)).toBe(1);
/** This device keeps the page with this newest message. */
const keeps =
  (newest: string) =>
  ({ ports }: Setup) => {
    const { page } = ports.pageStore.received.at(-1) as unknown as { page: readonly Message[] };
    expect(page.at(-1)?.id).toBe(newest);
  };
/** This device has kept no page: what it had before stays. */
const keepsNothing = ({ ports }: Setup) => expect(ports.pageStore.received).toEqual([]);
/** A message that was missed is fetched once, also if it was deleted since. */
const catchesUpOnce = ({ ports }: Setup) => {
  expect(ports.catchUp.running).toBe(false);
  expect(ports.catchUp.calls).toHaveLength(1);
};
const revisedMeanwhile = { type: 'topic.opened', latest: '1100', isRevised: true } as const;
const missedAtFirst = ['opened, with one missed', 'a full newest page'] as const;
const withoutMissed = done('catchUp', { page: messages(1085, 1100), limit: 16, reachesBack: true, refusal: null });
const caughtUp = (page: readonly Message[], reachesBack: boolean) =>
  done('catchUp', { page, reachesBack, refusal: null });

/** Where it matters how the history came to a state. */
export const ways = [
  // The newest page tells where reading has stopped: after the last message that the member has read or written.
  ...(
    [
      [[...messages(1051, 1097), seen('1098'), ...messages(1099, 1100)], '1099'],
      [[...messages(1051, 1099), seen('1100')], null],
      // The page is full, so what was read last is before it.
      [messages(1051, 1100), '1051'],
      [messages(1099, 1100), null],
    ] as const
  ).map(([page, unread]) => ({
    way: [done('fetchHistory', page, 'fetchNewest')],
    sees: ({ conversation }: Setup) => expect(conversation.received).toContainEqual({ type: 'history.opened', unread }),
  })),
  {
    way: ['a full newest page', 'a message of another'],
    sees: ({ conversation }: Setup) =>
      expect(conversation.received).toContainEqual({
        type: 'foreign.appeared',
        messages: [expect.objectContaining({ id: '1101' })],
      }),
  },
  // An edit is news of its sender each time; a receipt or a reaction is not (DECISIONS 177).
  {
    way: [
      'a full newest page',
      arrivedAs('1099', 0, { seenBy: [user('tara')] }),
      arrivedAs('1100', 1),
      arrivedAs('1100', 1, { reactions: { '👍': [user('tara')] } }),
      arrivedAs('1100', 2),
    ],
    sees: ({ conversation }: Setup) =>
      expect(conversation.received.filter(({ type }) => type === 'messages.edited')).toEqual([
        {
          type: 'messages.edited',
          messages: [expect.objectContaining({ id: '1100', editedAt: '2026-03-10T12:01:00.000Z' })],
        },
        {
          type: 'messages.edited',
          messages: [expect.objectContaining({ id: '1100', editedAt: '2026-03-10T12:02:00.000Z' })],
        },
      ]),
  },
  // A message that was here before the call and is missing in the answer was deleted.
  {
    way: ['newest refused', 'a message of another', 'retried', 'a short newest page'],
    sees: (setup: Setup) => expect(shown(setup)).toEqual(['1099', '1100']),
  },
  {
    way: ['newest refused', 'opened, with one missed', 'a short newest page'],
    sees: ({ ports }: Setup) => expect(ports.catchUp.running).toBe(true),
  },
  {
    way: ['newest unreachable', 'opened, with one missed', 'a full newest page'],
    sees: ({ ports }: Setup) => expect(ports.catchUp.running).toBe(true),
  },
  // A message was edited, deleted or pinned between the page and the topic: nothing else would tell it.
  ...(
    [
      [revisedMeanwhile, 'a full newest page'],
      ['a full newest page', revisedMeanwhile],
    ] as const
  ).map((way) => ({ way, sees: ({ ports }: Setup) => expect(ports.catchUp.running).toBe(true) })),
  { way: ['a full newest page', 'a message of another', 'topic lost'] },
  // What comes is kept on this device, too.
  { way: ['a full newest page', 'a message of another'], sees: keeps('1101') },
  { way: ['a full newest page', 'older asked for', 'a message of another'], sees: keeps('1101') },
  { way: ['a full newest page', 'topic lost', 'topic opened', 'caught up'], sees: keeps('1105') },
  // But not without what is missing before it: it would count as the newest page.
  ...(
    [
      ['a message of another', 'Kabir left', 'nothing was kept', 'an own echo', 'Kabir left', 'newest refused'],
      ['newest refused', 'a message of another', 'Kabir left'],
      ['a message of another', 'cached page read', 'an own echo', 'newest unreachable', 'a message of another'],
      ['newest unreachable', 'a message of another', 'Kabir left', 'cached page read', 'an own echo'],
    ] as const
  ).map((way) => ({ way, sees: keepsNothing })),
  { way: ['a full newest page', 'topic lost', 'topic opened', 'a message of another'], sees: keeps('1100') },
  { way: ['a full newest page', 'topic lost', 'topic opened', 'an own echo', 'caught up'], sees: keeps('1105') },
  ...(
    [
      ['older asked for', 'a full older page'],
      ['one further back sought', 'a full older page'],
      // The sought one is not there any more.
      ['one further back sought', 'a short older page'],
      ['older asked for', 'older refused', 'one further back sought', 'a full older page'],
    ] as const
  ).map((further) => ({
    way: [...missedAtFirst, withoutMissed, ...further],
    sees: catchesUpOnce,
  })),
  // DECISIONS 290: the view is told where the missed messages begin, also if a later one was sent or read before they came.
  ...(
    [
      [['a message of another'], [...messages(1090, 1097), seen('1098'), ...messages(1099, 1105)], '1099'],
      [['an own echo'], messages(1090, 1101), '1101'],
      [[], [...messages(1090, 1100), seen('1101')], null],
    ] as const
  ).map(([meanwhile, page, unread]) => ({
    way: ['a full newest page', 'topic lost', 'topic opened', ...meanwhile, caughtUp(page, true)] as const,
    sees: ({ conversation }: Setup) =>
      expect(conversation.received.filter(({ type }) => type === 'history.refreshed')).toEqual(
        unread === null ? [] : [{ type: 'history.refreshed', unread }],
      ),
  })),
  // A connection that is lost during the catch-up is a loss like any other: something may have been changed meanwhile.
  {
    way: [...missedAtFirst, 'topic lost', withoutMissed, 'opened, with nothing missed'],
    sees: ({ ports }: Setup) => expect(ports.catchUp.running).toBe(true),
  },
  // After a refusal while an original was searched for, a retry does not search for it.
  {
    way: [
      'a full newest page',
      'topic lost',
      'topic opened',
      'one further back sought',
      'refused to catch up',
      'retried',
      'a full newest page',
    ],
    sees: ({ ports }: Setup) => expect(ports.fetchHistory.running).toBe(false),
  },
  // A copy of a message that came after the call is newer than that of the page. A copy that came before is older.
  {
    way: [
      'a full newest page',
      'older asked for',
      done('fetchHistory', [...messages(1040, 1050), corrected('1060')], 'fetchOlder'),
    ],
    sees: ({ read }: Setup) =>
      expect(read(({ context }) => context.timeline.find(({ id }) => id === '1060')?.text)).toBe('Corrected'),
  },
  {
    way: [
      'a full newest page',
      'older asked for',
      done('fetchHistory', unreadable(messages(1040, 1050)), 'fetchOlder'),
    ],
    sees: countsUnreadable,
  },
  ...[true, false].flatMap((reachesBack) => [
    {
      way: ['a full newest page', 'topic lost', 'topic opened', caughtUp(messages(1090, 1105), reachesBack)] as const,
      sees: ({ conversation }: Setup) =>
        // All of them at once, because screen readers announce how many there are.
        expect(conversation.received).toContainEqual({
          type: 'foreign.appeared',
          messages: ['1101', '1102', '1103', '1104', '1105'].map((id) => expect.objectContaining({ id })),
        }),
    },
    {
      way: [
        'a full newest page',
        'topic lost',
        'topic opened',
        caughtUp(unreadable(messages(1090, 1105)), reachesBack),
      ] as const,
      sees: countsUnreadable,
    },
  ]),
] as const;
