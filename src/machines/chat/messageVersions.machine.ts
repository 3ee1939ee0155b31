import { assign, type SnapshotFrom } from 'xstate';
import type { MessageVersions } from '../../contract/chats';
import { versionsFailureText } from '../../rules/chat/chatTexts';
import { workflow } from '../supervision';
import { fetchVersions } from './ports';

interface VersionsInput {
  readonly messageId: string;
}

/** The texts of a message before it was edited or deleted, for admins (DECISIONS 164). */
export const messageVersionsMachine = workflow({
  types: {
    input: {} as VersionsInput,
    context: {} as VersionsInput & { readonly versions: MessageVersions | null; readonly failure: string },
    events: {} as { type: 'versions.retry' },
  },
  actors: { fetchVersions },
}).createMachine({
  id: 'messageVersions',
  context: ({ input }) => ({ ...input, versions: null, failure: '' }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'fetchVersions',
        src: 'fetchVersions',
        input: ({ context: { messageId } }) => ({ messageId }),
        onDone: { target: 'shown', actions: assign({ versions: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => versionsFailureText(event.error) }),
        },
      },
    },
    shown: {},
    failed: { on: { 'versions.retry': { target: 'loading' } } },
  },
});
type MessageVersionsSnapshot = SnapshotFrom<typeof messageVersionsMachine>;

/** The versions, oldest first; null until they are loaded. */
export const selectVersions = (snapshot: MessageVersionsSnapshot) => snapshot.context.versions;
export const selectIsLoading = (snapshot: MessageVersionsSnapshot) => snapshot.matches('loading');
export const selectFailure = (snapshot: MessageVersionsSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
