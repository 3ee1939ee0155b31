import type { SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';
import { takeVersion, versions } from './ports';

type AppVersionEvent = { type: 'version.found' } | { type: 'version.take' } | { type: 'version.dismiss' };

/** The version of the app in this tab, and the offer of a new one. Beyond the specification. */
export const appVersionMachine = workflow({
  types: { events: {} as AppVersionEvent },
  actors: { versions, takeVersion },
  delays: { reloading: 10_000 },
  actions: { logFailure: ({ event }) => console.error('The new version cannot be taken', event) },
}).createMachine({
  id: 'appVersion',
  invoke: { id: 'versions', src: 'versions' },
  initial: 'current',
  states: {
    current: {
      description: 'No other version is known, or the member has dismissed its offer.',
      on: { 'version.found': { target: 'offered' } },
    },
    offered: {
      description: "'New version: reload'. It is only offered, so that it never interrupts what a member writes.",
      on: {
        'version.take': { target: 'taking' },
        'version.dismiss': {
          target: 'current',
          description: 'It is activated at the next start without other tabs.',
        },
      },
    },
    taking: {
      description: 'The new version is activated, and the page is reloaded; stored drafts are restored.',
      invoke: {
        id: 'takeVersion',
        src: 'takeVersion',
        onDone: { target: 'taken' },
        onError: { target: 'offered', actions: 'logFailure' },
      },
    },
    taken: {
      description: 'The browser is loading the page.',
      after: {
        reloading: {
          target: 'offered',
          description:
            'The page is still here: the browser has asked whether to leave what is not saved, and the member has stayed.',
        },
      },
    },
  },
});
type AppVersionSnapshot = SnapshotFrom<typeof appVersionMachine>;

/** Whether the bar with the offer is shown. */
export const selectIsOffered = (snapshot: AppVersionSnapshot) => snapshot.matches('offered');
/** Whether the page is about to be reloaded. */
export const selectIsTaking = (snapshot: AppVersionSnapshot) => snapshot.matches('taking');
