import { expect } from 'vitest';
import {
  incidentActionMachine,
  selectChange,
  selectIsBusy,
  selectWantedInterest,
} from '../../../src/machines/incidents/incidentAction.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { alert, around, failures, listeners, passing, told } from './samples';

const props = () => ({ ports: { setInterest: promisePort(), changeStatus: promisePort() }, ...listeners() });
type Props = ReturnType<typeof props>;

/** Back in `idle`; the parent got exactly this fact, and exactly that notice was shown. */
const ends = (fact: object | null, notice: object | null) => ({
  to: 'idle',
  sees: ({ parent, notices }: Props) => {
    told(parent, fact);
    told(notices, notice);
  },
});
const seen = '2026-03-10T08:30:00Z';
/** S2 §8: the texts where the server says nothing, by what was pressed. */
const defaults = {
  'incident.resolve': 'Error: Failed to update status.',
  'incident.reactivate': 'Error: Failed to reactivate incident.',
} as const;

const walk = walkOf({
  machine: incidentActionMachine,
  props,
  input: around,
  key: ({ context }) => [context.change, context.isInterested],
  samples: {
    'show interest': { type: 'interest.set', isInterested: true },
    'remove interest': { type: 'interest.set', isInterested: false },
    resolve: { type: 'status.change', change: 'incident.resolve', seen },
    reactivate: { type: 'status.change', change: 'incident.reactivate', seen: null },
    'interest taken': done('setInterest', {}),
    'interest: no network': failed('setInterest', failures.network),
    'interest: broken': failed('setInterest', failures.worded),
    'interest: too late': failed('setInterest', failures.conflict),
    'interest: gone': failed('setInterest', failures.gone),
    changed: done('changeStatus', {}),
    'change: no network': failed('changeStatus', failures.network),
    'change: broken': failed('changeStatus', failures.broken),
    'change: worded': failed('changeStatus', failures.worded),
    'change: forbidden': failed('changeStatus', failures.forbidden),
    'change: too late': failed('changeStatus', failures.conflict),
    'change: gone': failed('changeStatus', failures.gone),
  },
  states: {
    idle: {
      sees: ({ read, ports }) => {
        expect([read(selectIsBusy), read(selectWantedInterest), read(selectChange)]).toEqual([false, null, null]);
        expect([ports.setInterest.running, ports.changeStatus.running]).toEqual([false, false]);
      },
      takes: {
        'show interest': {
          to: 'toggling',
          sees: ({ ports, read }) => {
            expect(ports.setInterest.calls.at(-1)).toEqual({ incidentId: '3', isInterested: true });
            expect(read(selectWantedInterest)).toBe(true);
          },
        },
        'remove interest': {
          to: 'toggling',
          sees: ({ ports, read }) => {
            expect(ports.setInterest.calls.at(-1)).toEqual({ incidentId: '3', isInterested: false });
            expect(read(selectWantedInterest)).toBe(false);
          },
        },
        resolve: {
          to: 'changing',
          sees: ({ ports }) =>
            expect(ports.changeStatus.calls.at(-1)).toEqual({ incidentId: '3', seen, change: 'incident.resolve' }),
        },
        reactivate: {
          to: 'changing',
          sees: ({ ports }) =>
            expect(ports.changeStatus.calls.at(-1)).toEqual({
              incidentId: '3',
              seen: null,
              change: 'incident.reactivate',
            }),
        },
      },
    },
    toggling: {
      sees: ({ read, ports }) => {
        expect([read(selectIsBusy), read(selectChange)]).toEqual([true, null]);
        expect(ports.setInterest.running).toBe(true);
      },
      takes: {
        'interest taken': ({ context }) => ends({ type: 'interest.settled', isInterested: context.isInterested }, null),
        'interest: no network': ends(null, alert('Could not connect to the server.')),
        'interest: broken': ends(null, alert('Failed to update interest status. Please try again.')),
        'interest: too late': ends(
          { type: 'incident.conflict' },
          alert('Failed to update interest status. Please try again.'),
        ),
        'interest: gone': ends(
          { type: 'incident.conflict' },
          alert('Failed to update interest status. Please try again.'),
        ),
      },
    },
    changing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsBusy), read(selectWantedInterest)]).toEqual([true, null]);
        expect(ports.changeStatus.calls.at(-1)).toMatchObject({ incidentId: '3', change: read(selectChange) });
        expect(ports.changeStatus.running).toBe(true);
      },
      takes: {
        changed: ({ context }) => ends({ type: 'incident.acted', action: context.change }, null),
        'change: no network': ({ context }) => ends(null, passing(defaults[context.change])),
        'change: broken': ({ context }) => ends(null, passing(defaults[context.change])),
        'change: worded': ends(null, passing('Error: The disk is full.')),
        'change: forbidden': ({ context }) => ends({ type: 'action.forbidden', action: context.change }, null),
        'change: too late': ends({ type: 'incident.conflict' }, passing('Error: It is CLOSED now.')),
        'change: gone': ends({ type: 'incident.conflict' }, passing('Error: Incident not found.')),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
