import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { IncidentHistory } from '../../contract/incidents';
import { historyFailureText } from '../../rules/incidents/incidentPageTexts';
import type { AboutIncident } from '../cases/ports';
import { workflow } from '../supervision';
import { fetchHistory } from './ports';

type IncidentHistoryEvent = { type: 'modal.close' } | { type: 'history.retry' };

/** The history of an incident: its closed cases, and every change of it (S2 §2, §3). It is done when it is closed. */
export const incidentHistoryMachine = workflow({
  types: {
    input: {} as AboutIncident,
    context: {} as AboutIncident & { readonly history: IncidentHistory | null; readonly failure: string },
    events: {} as IncidentHistoryEvent,
  },
  actors: { fetchHistory },
}).createMachine({
  id: 'incidentHistory',
  context: ({ input }) => ({ ...input, history: null, failure: '' }),
  initial: 'loading',
  on: { 'modal.close': { target: '.closed' } },
  states: {
    loading: {
      invoke: {
        id: 'fetchHistory',
        src: 'fetchHistory',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: { target: 'shown', actions: assign({ history: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => historyFailureText(event.error) }),
        },
      },
    },
    shown: {},
    failed: { on: { 'history.retry': { target: 'loading' } } },
    closed: { type: 'final' },
  },
});
export type IncidentHistoryRef = ActorRefFrom<typeof incidentHistoryMachine>;
type IncidentHistorySnapshot = SnapshotFrom<typeof incidentHistoryMachine>;

/** Null until it is fetched. */
export const selectHistory = (snapshot: IncidentHistorySnapshot) => snapshot.context.history;
export const selectIsLoading = (snapshot: IncidentHistorySnapshot) => snapshot.matches('loading');
export const selectFailure = (snapshot: IncidentHistorySnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
