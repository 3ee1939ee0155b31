import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { Incident } from '../../../src/contract/incidents';
import {
  type IncidentDetailsSnapshot,
  incidentDetailsMachine,
  selectCanRetry,
  selectFailure,
  selectIncident,
  selectIsLoading,
  selectTeamActor,
} from '../../../src/machines/cases/incidentDetails.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { incident } from './samples';

const dog = incident();
const UNREACHABLE = 'Could not connect to the server.';
const props = () => ({
  ports: { fetchIncident: promisePort<Incident, { incidentId: string }>(), team: promisePort() },
});

interface Setup {
  read<T>(select: (snapshot: IncidentDetailsSnapshot) => T): T;
}
const looks =
  (isLoading: boolean, shown: Incident | null, failure: string | null) =>
  ({ read }: Setup) =>
    expect([read(selectIsLoading), read(selectIncident), read(selectFailure)]).toEqual([isLoading, shown, failure]);

const walk = walkOf({
  machine: incidentDetailsMachine,
  props,
  inputs: [
    () => ({ incidentId: '3', isSignedIn: true }),
    () => ({ incidentId: '', isSignedIn: true }),
    () => ({ incidentId: '3', isSignedIn: false }),
  ],
  samples: {
    retried: { type: 'details.retry' },
    'team asked for': { type: 'team.view' },
    'the incident': done('fetchIncident', dog),
    refused: failed('fetchIncident', new CallFailure('refused', 500)),
    'no network': failed('fetchIncident', new CallFailure('network', 0)),
    'team closed': done('team'),
  },
  logs: ['no network', 'refused'],
  states: {
    loading: {
      sees: (setup) => {
        looks(true, null, null)(setup);
        expect(setup.ports.fetchIncident.running).toBe(true);
        expect(setup.ports.fetchIncident.calls.at(-1)).toEqual({ incidentId: '3' });
      },
      takes: {
        'the incident': 'shown',
        refused: 'failed',
        'no network': 'failed',
      },
    },
    shown: {
      sees: (setup) => {
        looks(false, dog, null)(setup);
        expect(setup.read(selectTeamActor)).toBe(undefined);
      },
      takes: { 'team asked for': 'viewingTeam' },
    },
    viewingTeam: {
      sees: (setup) => {
        looks(false, dog, null)(setup);
        expect(setup.read(selectTeamActor)).toBeDefined();
        expect(setup.ports.team.calls.at(-1)).toEqual({ incidentId: '3' });
      },
      takes: { 'team closed': 'shown' },
    },
    failed: {
      sees: (setup) => {
        looks(false, null, UNREACHABLE)(setup);
        expect(setup.read(selectCanRetry)).toBe(true);
      },
      takes: { retried: 'loading' },
    },
    lost: {
      sees: (setup) => {
        looks(false, null, 'Missing incident ID or token.')(setup);
        expect(setup.read(selectCanRetry)).toBe(false);
        expect(setup.ports.fetchIncident.calls).toEqual([]);
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
