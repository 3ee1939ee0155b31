import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import type { Incident } from '../../../src/contract/incidents';
import { type IncidentFeedFact, incidentFeedMachine } from '../../../src/machines/incidents/incidentFeed.machine';
import { testMutants } from '../../kit/mutants';
import { broken, done, failed, promisePort, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { dog, failures, told } from './samples';

const props = () => ({
  ports: { fetchIncident: promisePort<Incident>(), incidentNews: streamPort() },
  parent: recorder<ActorRef<Snapshot<unknown>, IncidentFeedFact>>(),
});
type Props = ReturnType<typeof props>;

const tells = (to: string, event: object, calls: number) => ({
  to,
  sees: ({ parent, ports }: Props) => {
    told(parent, event);
    expect(ports.fetchIncident.running).toBe(calls > 0);
  },
});
const fetched = { type: 'incident.fetched', incident: dog() };

const walk = walkOf({
  machine: incidentFeedMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: ({ parent }) => ({ incidentId: '3', parent: parent.ref }),
  samples: {
    arrived: done('fetchIncident', dog()),
    failed: failed('fetchIncident', failures.broken),
    news: said('incidentNews', { type: 'incident.changed' }),
    asked: { type: 'feed.refresh' },
    'topic broke': broken('incidentNews'),
  },
  states: {
    fetching: {
      sees: ({ ports }) => {
        expect(ports.incidentNews.calls).toEqual([{ incidentId: '3' }]);
        expect(ports.fetchIncident.calls.at(-1)).toEqual({ incidentId: '3' });
        expect(ports.fetchIncident.running).toBe(true);
      },
      takes: {
        failed: tells('resting', { type: 'incident.unfetched', error: failures.broken }, 0),
        'topic broke': 'fetching',
      },
    },
    'fetching.current': {
      sees: ({ parent, ports }) => expect(parent.received.length).toBe(ports.fetchIncident.calls.length - 1),
      takes: {
        arrived: tells('resting', fetched, 0),
        news: 'fetching.outdated',
        asked: 'fetching.outdated',
      },
    },
    'fetching.outdated': {
      sees: ({ last }) => expect(['news', 'asked', 'topic broke']).toContain(last),
      takes: { arrived: tells('fetching.current', fetched, 1) },
    },
    resting: {
      sees: ({ ports }) => expect(ports.fetchIncident.running).toBe(false),
      takes: { news: 'fetching.current', asked: 'fetching.current', 'topic broke': 'resting' },
    },
  },
});
testWalk(walk);
testMutants(walk);
