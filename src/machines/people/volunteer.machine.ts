import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { Volunteer } from '../../contract/volunteers';
import { type FeedFact, feedOf, isGone, mayLack } from '../feed.machine';
import { workflow } from '../supervision';
import { textCopyingMachine } from '../textCopying.machine';
import { type VolunteerEditFact, volunteerEditMachine } from './volunteerEdit.machine';
import { volunteerKitMachine } from './volunteerKit.machine';

interface VolunteerInput {
  readonly volunteerId: string;
  /** The id of the member who views the page. */
  readonly userId: string;
}

/** The volunteer to fetch, and the member whose topic brings news of it. */
export interface VolunteerQuery {
  readonly volunteerId: string;
  readonly userId: string;
}

/** The id by which the feed tells an answer from before the last save. */
const SAVED = 'saved';

/** The page of one volunteer (S2 §2, /volunteer/{volunteerId}). */
export const volunteerMachine = workflow({
  types: {
    input: {} as VolunteerInput,
    context: {} as VolunteerInput & { volunteer: Volunteer | null },
    events: {} as FeedFact<Volunteer> | VolunteerEditFact,
    children: {} as {
      feed: 'feed';
      textCopying: 'textCopying';
      volunteerEdit: 'volunteerEdit';
      volunteerKit: 'volunteerKit';
    },
  },
  actors: {
    feed: feedOf<Volunteer, VolunteerQuery>(),
    textCopying: textCopyingMachine,
    volunteerEdit: volunteerEditMachine,
    volunteerKit: volunteerKitMachine,
  },
  guards: { isGone },
}).createMachine({
  id: 'volunteer',
  context: ({ input }) => ({ ...input, volunteer: null }),
  invoke: [
    {
      id: 'feed',
      src: 'feed',
      input: ({ context: { volunteerId, userId }, self }) => ({
        query: { volunteerId, userId },
        gather: 0,
        parent: self,
      }),
    },
    { id: 'volunteerKit', src: 'volunteerKit', input: ({ context }) => ({ userId: context.volunteerId }) },
    { id: 'textCopying', src: 'textCopying' },
  ],
  initial: 'waiting',
  states: {
    waiting: {
      description:
        "The volunteer is being fetched, or 'Failed to fetch user details.' or 'Failed to load user details.' is shown. S2 §8, DECISIONS P4",
      on: {
        'feed.fetched': { target: 'shown', actions: assign({ volunteer: ({ event }) => event.data }) },
      },
    },
    shown: {
      invoke: {
        id: 'volunteerEdit',
        src: 'volunteerEdit',
        // Always set in this state.
        input: ({ context, self }) => ({ volunteer: context.volunteer as Volunteer, page: self }),
      },
      on: {
        'feed.fetched': {
          guard: ({ event }) => !mayLack(event, SAVED),
          actions: [
            assign({ volunteer: ({ event }) => event.data }),
            sendTo('volunteerEdit', ({ event }) => ({ type: 'volunteer.fetched', volunteer: event.data })),
            sendTo('volunteerKit', { type: 'kit.refresh' }),
          ],
          description:
            'An answer that was requested before the last changes were saved is not used: another one follows. What is news of the volunteer may be news of the kit.',
        },
        'changes.saved': { actions: sendTo('feed', { type: 'feed.refresh', change: SAVED }) },
        'feed.failed': {
          guard: 'isGone',
          target: 'gone',
          actions: assign({ volunteer: null }),
          description: 'An admin has deleted them. After any other failure the shown data stays.',
        },
      },
    },
    gone: {
      type: 'final',
      description: 'Nothing of a deleted volunteer stays on the screen, and unsaved changes have no use any more.',
    },
  },
});
export type VolunteerRef = ActorRefFrom<typeof volunteerMachine>;
type VolunteerSnapshot = SnapshotFrom<typeof volunteerMachine>;

/** The volunteer, or null until they are fetched. */
export const selectVolunteer = (snapshot: VolunteerSnapshot) => snapshot.context.volunteer;
/** Whether the volunteer was deleted while the page was open. */
export const selectIsGone = (snapshot: VolunteerSnapshot) => snapshot.matches('gone');
/** The feed, which tells whether the volunteer is loading, failed or stale. It runs until the volunteer is gone. */
export const selectFeed = (snapshot: VolunteerSnapshot) =>
  selectIsGone(snapshot) ? undefined : snapshot.children.feed;
export const selectKit = (snapshot: VolunteerSnapshot) => snapshot.children.volunteerKit;
export const selectCopying = (snapshot: VolunteerSnapshot) => snapshot.children.textCopying;
/** The chart of the admin controls. It runs as soon as the volunteer is fetched. */
export const selectEdit = (snapshot: VolunteerSnapshot) => snapshot.children.volunteerEdit;
