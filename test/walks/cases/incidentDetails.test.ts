import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { Incident } from '../../../src/contract/incidents';
import {
  type IncidentDetailsSnapshot,
  incidentDetailsMachine,
} from '../../../src/machines/cases/incidentDetails.machine';
import {
  selectCanRetry,
  selectFailure,
  selectIncident,
  selectIsLoading,
  selectIsOpen,
  selectTeamActor,
} from '../../../src/machines/cases/incidentDetails.select';
import { testMutants } from '../../kit/mutants';
import { broken, done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { incident } from './samples';

const dog = incident();
const UNREACHABLE = 'Could not connect to the server.';
const props = () => ({
  ports: { fetchIncident: promisePort<Incident, { incidentId: string }>(), team: promisePort() },
});

interface Scene {
  read<T>(select: (snapshot: IncidentDetailsSnapshot) => T): T;
}
const looks =
  (isOpen: boolean, isLoading: boolean, shown: Incident | null, failure: string | null) =>
  ({ read }: Scene) =>
    expect([read(selectIsOpen), read(selectIsLoading), read(selectIncident), read(selectFailure)]).toEqual([
      isOpen,
      isLoading,
      shown,
      failure,
    ]);

const walk = walkOf({
  machine: incidentDetailsMachine,
  props,
  inputs: [
    () => ({ incidentId: '3', isSignedIn: true }),
    () => ({ incidentId: '', isSignedIn: true }),
    () => ({ incidentId: '3', isSignedIn: false }),
  ],
  samples: {
    opened: { type: 'details.open' },
    retried: { type: 'details.retry' },
    closed: { type: 'modal.close' },
    'team asked for': { type: 'team.view' },
    'the incident': done('fetchIncident', dog),
    refused: failed('fetchIncident', new CallFailure('refused', 500)),
    'no network': failed('fetchIncident', new CallFailure('network', 0)),
    'team closed': done('team'),
    'team broke': broken('team'),
  },
  states: {
    closed: {
      sees: (scene) => {
        looks(false, false, null, null)(scene);
        expect(scene.ports.fetchIncident.running).toBe(false);
      },
      takes: {
        opened: ({ context: { incidentId, isSignedIn } }) => (incidentId === '3' && isSignedIn ? 'loading' : 'lost'),
      },
    },
    loading: {
      sees: (scene) => {
        looks(true, true, null, null)(scene);
        expect(scene.ports.fetchIncident.running).toBe(true);
        expect(scene.ports.fetchIncident.calls.at(-1)).toEqual({ incidentId: '3' });
      },
      takes: {
        'the incident': 'shown',
        refused: 'failed',
        'no network': 'failed',
        closed: 'closed',
      },
    },
    shown: {
      sees: (scene) => {
        looks(true, false, dog, null)(scene);
        expect(scene.read(selectTeamActor)).toBe(undefined);
      },
      takes: { 'team asked for': 'viewingTeam', closed: 'closed' },
    },
    viewingTeam: {
      sees: (scene) => {
        looks(true, false, dog, null)(scene);
        expect(scene.read(selectTeamActor)).toBeDefined();
        expect(scene.ports.team.calls.at(-1)).toEqual({ incidentId: '3' });
      },
      takes: { 'team closed': 'shown', 'team broke': 'shown' },
    },
    failed: {
      sees: (scene) => {
        looks(true, false, null, UNREACHABLE)(scene);
        expect(scene.read(selectCanRetry)).toBe(true);
      },
      takes: { retried: 'loading', closed: 'closed' },
    },
    lost: {
      sees: (scene) => {
        looks(true, false, null, 'Missing incident ID or token.')(scene);
        expect(scene.read(selectCanRetry)).toBe(false);
        expect(scene.ports.fetchIncident.calls).toEqual([]);
      },
      takes: { closed: 'closed' },
    },
  },
});
testWalk(walk);
testMutants(walk);
