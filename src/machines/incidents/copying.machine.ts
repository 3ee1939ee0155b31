import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { Incident } from '../../contract/incidents';
import type { Team } from '../../contract/teams';
import { copyFailures } from '../../rules/incidents/incidentTexts';
import { rescueAlert } from '../../rules/incidents/rescueAlert';
import { fetchTeam } from '../cases/ports';
import { copyText } from '../ports';
import { alertNotice } from '../session/notices.machine';
import { workflow } from '../supervision';
import type { ActionInput } from './incidentParts';

type Copied = keyof typeof copyFailures;

type CopyingInput = Pick<ActionInput, 'incidentId' | 'notices'>;

type CopyingEvent = { type: 'contact.copy'; contactNumber: string } | { type: 'details.copy'; incident: Incident };

/** Copy contact and Copy Details of an incident (S2 §2, §4, §8, §9). */
export const copyingMachine = workflow({
  types: {
    input: {} as CopyingInput,
    context: {} as CopyingInput & {
      readonly what: Copied;
      readonly text: string;
      readonly incident: Incident | null;
      readonly team: Team | null;
    },
    events: {} as CopyingEvent,
  },
  actors: { copyText, fetchTeam },
  delays: {
    /** S2 §9: copy-confirmation flash. */
    flash: 2_000,
  },
  actions: {
    formatAlert: assign({
      text: ({ context: { incident, team } }) => (incident && team ? rescueAlert(incident, team) : ''),
    }),
    sayFailure: sendTo(
      ({ context }) => context.notices,
      ({ context }) => alertNotice(copyFailures[context.what]),
    ),
  },
}).createMachine({
  id: 'copying',
  context: ({ input }) => ({ ...input, what: 'contact', text: '', incident: null, team: null }),
  initial: 'idle',
  on: {
    'contact.copy': {
      target: '.writing',
      actions: assign(({ event: { contactNumber } }) => ({ what: 'contact', text: contactNumber })),
    },
    'details.copy': [
      {
        guard: ({ context: { incident, team }, event }) =>
          team !== null && event.incident.lastUpdated !== null && incident?.lastUpdated === event.incident.lastUpdated,
        target: '.writing',
        actions: [assign(({ event: { incident } }) => ({ what: 'details', incident })), 'formatAlert'],
        description:
          'The team is known from a try that the browser refused. It is used only if the incident has not changed since, because it could have another team then.',
      },
      {
        target: '.fetching',
        actions: assign(({ event: { incident } }) => ({ what: 'details', incident, team: null })),
      },
    ],
  },
  states: {
    idle: {},
    fetching: {
      description: 'The team, for the formatted rescue alert. S2 §4',
      invoke: {
        id: 'fetchTeam',
        src: 'fetchTeam',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: {
          target: 'writing',
          actions: [assign({ team: ({ event }) => event.output }), 'formatAlert'],
        },
        onError: { target: 'idle', actions: 'sayFailure' },
      },
    },
    writing: {
      invoke: {
        id: 'copyText',
        src: 'copyText',
        input: ({ context: { text } }) => ({ text }),
        onDone: { target: 'copied', actions: assign({ team: null }) },
        onError: {
          target: 'idle',
          actions: 'sayFailure',
          description:
            'The team is kept: some browsers copy text only directly after a press, so the next press succeeds.',
        },
      },
    },
    copied: {
      description: 'The copy-confirmation flash of 2 s. S2 §9',
      after: { flash: { target: 'idle' } },
    },
  },
});
export type CopyingRef = ActorRefFrom<typeof copyingMachine>;
export type CopyingSnapshot = SnapshotFrom<typeof copyingMachine>;

/** What has just been copied, shown for 2 s; otherwise null. */
export const selectCopied = (snapshot: CopyingSnapshot) => (snapshot.matches('copied') ? snapshot.context.what : null);
/** Whether the team for the details is being fetched. */
export const selectIsFetching = (snapshot: CopyingSnapshot) => snapshot.matches('fetching');
