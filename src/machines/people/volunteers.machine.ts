import { type ActorRefFrom, assign, not, type SnapshotFrom } from 'xstate';
import type { VolunteerEntry } from '../../contract/volunteers';
import { type DirectoryFilter, isFiltered, matching, positionsOf } from '../../rules/people/volunteers';
import { counted } from '../../rules/wording';
import { type FeedFact, feedOf } from '../feed.machine';
import { workflow } from '../supervision';

interface VolunteersInput {
  readonly userId: string;
  readonly filter: DirectoryFilter;
}

interface VolunteersContext extends VolunteersInput {
  /** As the server lists them. */
  fetched: readonly VolunteerEntry[];
  /** The volunteers that match the filter. */
  listed: readonly VolunteerEntry[];
  /** The positions that can be chosen. */
  positions: readonly string[];
}

/** Applies a filter to the fetched list. */
const narrowed = (filter: DirectoryFilter, fetched: readonly VolunteerEntry[]) => ({
  filter,
  fetched,
  listed: matching(filter, fetched),
  positions: positionsOf(fetched, filter.position),
});

/** The directory of volunteers (S2 §2, /volunteers). The feed knows how fresh the list is. */
export const volunteersMachine = workflow({
  types: {
    input: {} as VolunteersInput,
    context: {} as VolunteersContext,
    events: {} as FeedFact<readonly VolunteerEntry[]> | { type: 'filter.choose'; filter: DirectoryFilter },
    children: {} as { feed: 'feed' },
  },
  actors: { feed: feedOf<readonly VolunteerEntry[], { userId: string }>() },
  guards: { hasNone: ({ context }) => context.listed.length === 0 },
}).createMachine({
  id: 'volunteers',
  context: ({ input }) => ({ ...input, ...narrowed(input.filter, []) }),
  invoke: {
    id: 'feed',
    src: 'feed',
    input: ({ context: { userId }, self }) => ({ query: { userId }, gather: 0, parent: self }),
  },
  initial: 'waiting',
  on: {
    'filter.choose': { actions: assign(({ context, event }) => narrowed(event.filter, context.fetched)) },
    'feed.fetched': {
      target: '.shown',
      actions: assign(({ context, event }) => narrowed(context.filter, event.data)),
    },
  },
  states: {
    waiting: { description: "The list is being fetched, or 'Failed to fetch volunteers.' is shown. S2 §8" },
    shown: {
      initial: 'populated',
      states: {
        populated: { always: { guard: 'hasNone', target: 'empty' } },
        empty: {
          description: 'No volunteer matches the filter.',
          always: { guard: not('hasNone'), target: 'populated' },
        },
      },
    },
  },
});
export type VolunteersRef = ActorRefFrom<typeof volunteersMachine>;
export type VolunteersSnapshot = SnapshotFrom<typeof volunteersMachine>;

/** The volunteers that match the filter, in the server's order. */
export const selectVolunteers = (snapshot: VolunteersSnapshot) => snapshot.context.listed;
/** The positions to choose from. */
export const selectPositions = (snapshot: VolunteersSnapshot) => snapshot.context.positions;
/** Whether there is nobody at all, so that there is nothing to search. */
export const selectHasNobody = (snapshot: VolunteersSnapshot) =>
  snapshot.matches('shown') && snapshot.context.fetched.length === 0;
export const selectIsEmpty = (snapshot: VolunteersSnapshot) => snapshot.matches({ shown: 'empty' });
/** The number of shown volunteers in words: '3 of 8 volunteers'; '' if there is no list. */
export function selectCountText(snapshot: VolunteersSnapshot): string {
  const { filter, fetched, listed } = snapshot.context;
  if (!snapshot.matches('shown')) return '';
  const of = counted(fetched.length, 'volunteer');
  return isFiltered(filter) ? `${listed.length} of ${of}` : of;
}
/** The feed, which tells whether the list is loading, failed or stale. It always runs. */
export const selectFeed = (snapshot: VolunteersSnapshot) => snapshot.children.feed;
