import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Incident } from '../../../src/contract/incidents';
import type { Team } from '../../../src/contract/teams';
import {
  type CopyingSnapshot,
  copyingMachine,
  selectCopied,
  selectIsFetching,
} from '../../../src/machines/incidents/copying.machine';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { alert, dog, failures, listeners, told } from './samples';

const team: Team = {
  teamName: 'Team 3',
  assignedBy: 'Kabir',
  teamMembers: [{ userId: '1', firstName: 'Mira', fullName: 'Mira Nair' }],
};
const props = () => ({
  ports: { copyText: promisePort<void, { text: string }>(), fetchTeam: promisePort<Team>() },
  ...listeners(),
});
type Props = ReturnType<typeof props>;

const writing = (text: RegExp) => ({
  to: 'writing',
  sees: ({ ports }: Props) => {
    expect(ports.copyText.calls.at(-1)?.text).toMatch(text);
    expect(ports.fetchTeam.running).toBe(false);
  },
});
const contact = writing(/^9812345670$/);
const details = writing(/RESCUE ALERT.*Incident #3.*Team: Team 3.*Members: Mira/su);
const changed = dog({ status: 'ASSIGNED', lastUpdated: '2026-03-10T09:00:00Z' });
/** After a refused try, the fetched team is used again, unless the incident has been changed since. */
const kept =
  (incident: Incident) =>
  ({ context }: CopyingSnapshot) =>
    context.team && context.incident?.lastUpdated === incident.lastUpdated ? details : 'fetching';
const fails = (what: 'contact' | 'details') => ({
  to: 'idle',
  sees: ({ notices }: Props) => told(notices, alert(`Failed to copy ${what}. Please try again.`)),
});

const walk = walkOf({
  machine: copyingMachine,
  props,
  input: ({ notices }) => ({ incidentId: '3', notices: notices.ref }),
  key: ({ context: { what, team: kept, incident } }) => [what, kept === null, incident?.lastUpdated],
  samples: {
    'copy contact': { type: 'contact.copy', contactNumber: '9812345670' },
    'copy details': { type: 'details.copy', incident: dog({ status: 'ASSIGNED' }) },
    'copy changed details': { type: 'details.copy', incident: changed },
    'team arrived': done('fetchTeam', team),
    'team failed': failed('fetchTeam', failures.broken),
    copied: done('copyText'),
    denied: failed('copyText'),
    '2 s': elapsed('xstate.after.flash.copying.copied', 2_000),
  },
  states: {
    idle: {
      sees: ({ read, ports }) => {
        expect([read(selectCopied), read(selectIsFetching)]).toEqual([null, false]);
        expect([ports.copyText.running, ports.fetchTeam.running]).toEqual([false, false]);
      },
      takes: {
        'copy contact': contact,
        'copy details': kept(dog()),
        'copy changed details': kept(changed),
      },
    },
    fetching: {
      sees: ({ read, ports }) => {
        expect([read(selectCopied), read(selectIsFetching)]).toEqual([null, true]);
        expect(ports.fetchTeam.calls.at(-1)).toEqual({ incidentId: '3' });
        expect([ports.copyText.running, ports.fetchTeam.running]).toEqual([false, true]);
      },
      takes: {
        'copy contact': contact,
        'copy details': 'fetching',
        'copy changed details': 'fetching',
        'team arrived': details,
        'team failed': fails('details'),
      },
    },
    writing: {
      sees: ({ read, ports }) => {
        expect([read(selectCopied), read(selectIsFetching)]).toEqual([null, false]);
        expect(ports.copyText.running).toBe(true);
      },
      takes: {
        'copy contact': contact,
        'copy details': kept(dog()),
        'copy changed details': kept(changed),
        copied: ({ context }) => ({
          to: 'copied',
          sees: ({ read }) => expect(read(selectCopied)).toBe(context.what),
        }),
        denied: ({ context }) => fails(context.what),
      },
    },
    copied: {
      sees: ({ notices, ports }) => {
        told(notices);
        expect(ports.copyText.running).toBe(false);
      },
      takes: { 'copy contact': contact, 'copy details': 'fetching', 'copy changed details': 'fetching', '2 s': 'idle' },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('copying', () => {
  it('copies the details without fetching the team again after the browser has refused', async () => {
    const { ports, notices } = props();
    const machine = copyingMachine.provide({
      actors: { copyText: ports.copyText.logic as never, fetchTeam: ports.fetchTeam.logic as never },
    });
    const actor = createActor(machine, { input: { incidentId: '3', notices: notices.ref } }).start();
    actor.send({ type: 'details.copy', incident: dog() });
    ports.fetchTeam.resolve(team);
    await new Promise(setImmediate);
    ports.copyText.reject(new Error('Document is not focused'));
    await new Promise(setImmediate);
    actor.send({ type: 'details.copy', incident: dog() });
    expect(ports.copyText.running).toBe(true);
    expect(ports.fetchTeam.calls).toHaveLength(1);
  });
});
