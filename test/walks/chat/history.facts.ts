import { expect } from 'vitest';
import type { Message } from '../../../src/contract/chats';
import type { HistoryFact } from '../../../src/machines/chat/facts';
import type { HistorySnapshot } from '../../../src/machines/chat/history.machine';
import { selectTimeline } from '../../../src/machines/chat/history.select';
import { firstUnread } from '../../../src/rules/chat/timeline';
import { ids, mira } from './samples';

/** What a check looks at here. */
export interface Setup {
  read<T>(select: (snapshot: HistorySnapshot) => T): T;
  readonly conversation: { readonly received: readonly { type: string }[] };
  readonly ports: { readonly pageStore: { readonly received: readonly { type: string }[] } };
}
export const shown = ({ read }: Setup) => ids(read(selectTimeline));
export const isHere = ({ context }: HistorySnapshot, id: string) => ids(context.timeline).includes(id);
const isOwnSent = (timeline: readonly Message[]) => ids(timeline).includes('1102');
export const loaded = (first: string) => ({
  sees: (setup: Setup) => expect(shown(setup).filter((id) => !id.startsWith('temp-'))[0]).toBe(first),
});
const reported = (fact: HistoryFact) => ({
  sees: ({ conversation }: Setup) => expect(conversation.received.at(-1)).toEqual(fact),
});
export const found = (messageId: string) => reported({ type: 'original.found', messageId });
export const GONE = 'The original message is no longer there.';
export const stalled = (reason = GONE) => reported({ type: 'history.stalled', reason });
export const reasons = ({ conversation }: Setup) =>
  conversation.received.flatMap((fact) => ('reason' in fact ? [fact.reason] : []));
/** The message is not loaded yet, and is searched for. */
export const sought = (messageId: string) => ({
  sees: ({ read, conversation }: Setup) => {
    expect(read(({ context }) => context.sought)).toBe(messageId);
    expect(conversation.received).not.toContainEqual({ type: 'original.found', messageId });
  },
});
/** The list is complete up to its newest message; later ones may be missing. A copy may lack some before what has come since. */
export const completeToNewest = (here: string) => (before: HistorySnapshot) => ({
  to: here,
  sees: ({ read }: Setup) => {
    const settled = ids(before.context.timeline).filter((id) => !id.startsWith('temp-'));
    const { asOf, completeTo } = before.context;
    expect(read(({ context }) => context.completeTo?.id)).toBe(asOf === null ? settled.at(-1) : completeTo?.id);
    expect(read(({ context }) => context.mayLack)).toBe('anything');
  },
});

/** What every state of loading takes. */
export const whileLoading = (here: string) => ({
  ...everywhere(here),
  ...seeks(here),
  ...allLeadTo(here),
  'an own echo': ({ context }: HistorySnapshot) => ({
    to: here,
    sees: (setup: Setup) => {
      expect(shown(setup)).toContain('1102');
      if (context.timeline.length === 0)
        expect(setup.conversation.received).not.toContainEqual(expect.objectContaining({ type: 'foreign.appeared' }));
    },
  }),
  'topic lost': {
    to: here,
    sees: ({ read }: Setup) => expect(read(({ context }) => context.mayLack)).toBe('anything'),
  },
});

/** What every state takes without changing. */
export const everywhere = (here: string) => ({
  'a message of another': ({ context }: HistorySnapshot) => ({
    to: here,
    sees: (setup: Setup) => {
      expect(shown(setup)).toContain('1101');
      const told = setup.conversation.received.filter(({ type }) => type === 'foreign.appeared');
      if (!ids(context.timeline).includes('1101'))
        expect(told.at(-1)).toEqual({ type: 'foreign.appeared', messages: [expect.objectContaining({ id: '1101' })] });
    },
  }),
  'an own echo': {
    to: here,
    sees: (setup: Setup) => {
      expect(shown(setup)).toContain('1102');
      expect(shown(setup)).not.toContain('temp-c1');
    },
  },
  'own one queued': ({ context }: HistorySnapshot) => ({
    to: here,
    sees: (setup: Setup) =>
      isOwnSent(context.timeline)
        ? expect(shown(setup)).not.toContain('temp-c1')
        : expect(shown(setup).at(-1)).toBe('temp-c1'),
  }),
  'no longer sought': { to: here, sees: ({ read }: Setup) => expect(read(({ context }) => context.sought)).toBe(null) },
  // DECISIONS 290: what came while the page was hidden is unread.
  'the reader is back': {
    to: here,
    sees: ({ conversation, read }: Setup) =>
      expect(conversation.received.at(-1)).toEqual({
        type: 'history.refreshed',
        unread: read(({ context }) => firstUnread(context, mira.id)),
      }),
  },
  // After a restart it does not know the connection and the waiting messages.
  'begun again': {
    to: here,
    sees: ({ conversation }: Setup) => expect(conversation.received.at(-1)).toEqual({ type: 'part.restarted' }),
  },
  'own one withdrawn': { to: here, sees: (setup: Setup) => expect(shown(setup)).not.toContain('temp-c1') },
  // DECISIONS P7: his messages stay, on the screen and on the device, without his name. The device keeps no page that is not loaded.
  'Kabir left': ({ context }: HistorySnapshot) => ({
    to: here,
    sees: (setup: Setup) => {
      expect(shown(setup)).toEqual(ids(context.timeline));
      const names = setup.read(selectTimeline).map(({ sender }) => sender.firstName);
      expect(names).not.toContain('Kabir');
      if (context.timeline.some(({ sender }) => sender.firstName === 'Kabir')) expect(names).toContain('Former member');
      if (here.startsWith('ready') || here === 'loading.cached')
        expect(kept(setup)).toEqual(
          shown(setup)
            .filter((id) => !id.startsWith('temp-'))
            .slice(-50),
        );
    },
  }),
  // DECISIONS P17: only unsent messages stay, and the rest is fetched again.
  cleared: ({ context }: HistorySnapshot) => ({
    to: 'loading.blank',
    sees: (setup: Setup) => {
      expect(shown(setup)).toEqual(ids(context.timeline).filter((id) => id.startsWith('temp-')));
      expect(setup.read(({ context: now }) => [now.completeTo, now.hasOlder, now.sought, now.asOf])).toEqual([
        null,
        false,
        null,
        null,
      ]);
    },
  }),
});

/** Before the newest page has come. A message that is sought is looked for when it has. */
export const seeks = (here: string) => ({
  'a loaded one sought': (now: HistorySnapshot) => ({ to: here, ...(isHere(now, '1100') ? found : sought)('1100') }),
  'one further back sought': (now: HistorySnapshot) => ({ to: here, ...(isHere(now, '900') ? found : sought)('900') }),
});

/** Some time after the page was fetched, when messages may have been missed. */
export const late = (here: string) => (before: HistorySnapshot) => ({
  to: here,
  sees: ({ read }: Setup) =>
    expect(read(({ context }) => context.mayLack)).toBe(
      before.context.mayLack === 'nothing' ? 'messages' : before.context.mayLack,
    ),
});

/**
 * An answer that ends the fetching, unless the server had a later message when the topic opened, the topic was lost and opened again
 * meanwhile, or a message that is sought is missing.
 */
export const once = (isFull: boolean) => (before: HistorySnapshot) => {
  const { asOf, latest, isOpen, mayLack, sought: wanted } = before.context;
  const isBehind = latest === '1103' || (isOpen && mayLack === 'anything');
  const seeking = wanted === '900' && !isHere(before, '900');
  const { sees } = loaded(isFull ? '1051' : '1099');
  return {
    to: isBehind ? 'ready.catchingUp' : seeking && isFull ? 'ready.fetchingOlder' : 'ready.resting',
    sees: (setup: Setup) => {
      sees(setup);
      // DECISIONS 181: the shown copy is replaced, and the list does not open a second time.
      const type = asOf === null ? 'history.opened' : 'history.refreshed';
      expect(setup.conversation.received.filter(({ type: said }) => said.startsWith('history.')).at(-1)).toMatchObject(
        seeking && !isFull && !isBehind ? { type: 'history.stalled' } : { type },
      );
      expect(setup.read(({ context }) => context.asOf)).toBe(null);
      expect(kept(setup).at(-1)).toBe(
        shown(setup)
          .filter((id) => !id.startsWith('temp-'))
          .at(-1),
      );
    },
  };
};
const opened = ['topic opened', 'opened, with nothing missed', 'opened, with one missed'] as const;
const openings = [...opened, 'opened, with no message yet', 'opened, with the first ones deleted'] as const;
/** Every opening of the topic leads to this state. */
export const allLeadTo = (to: string) => Object.fromEntries(openings.map((opening) => [opening, to]));
/** The ids of the page that this device was told to keep last. */
const kept = ({ ports }: Setup) => {
  const { page } = ports.pageStore.received.at(-1) as unknown as { page: readonly Message[] };
  return ids(page);
};
export const painted = (to: (now: HistorySnapshot) => string) => (now: HistorySnapshot) => ({
  to: to(now),
  sees: (setup: Setup) => {
    loaded('1041').sees(setup);
    expect(setup.read(({ context }) => context.asOf)).toBe(7_000);
    expect(setup.conversation.received).toContainEqual({ type: 'history.opened', unread: '1041' });
  },
});
