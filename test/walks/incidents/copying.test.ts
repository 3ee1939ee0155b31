import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Team } from '../../../src/contract/teams';
import { copyingMachine, selectCopied, selectIsFetching } from '../../../src/machines/incidents/copying.machine';
import { statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { alertOf, copyingEvents, copyingFacts, teamFailures, withoutTime } from './copying.facts';
import { failing, hears } from './outcomes';
import { dog, listeners } from './samples';

const team: Team = {
  teamName: 'Team 3',
  assignedBy: 'Kabir',
  teamMembers: [{ userId: '1', firstName: 'Mira', fullName: 'Mira Nair' }],
};
const props = () => ({
  ports: { copyText: promisePort<void, { text: string }>(), fetchTeam: promisePort<Team>() },
  ...listeners(),
});
type Setup = RunningChart<typeof copyingMachine> & ReturnType<typeof props>;

const texts = { contact: ['9812345670'], details: alertOf(dog(), { members: 'Mira', assignedBy: 'Kabir' }) };

const walk = walkOf({
  machine: copyingMachine,
  props,
  input: ({ notices }) => ({ incidentId: '3', notices: notices.ref }),
  key: ({ context: { what, team: kept, incident } }) => [what, kept, incident?.lastUpdated],
  samples: {
    ...copyingEvents,
    'the team comes': done('fetchTeam', team),
    ...failing('fetchTeam', teamFailures),
    'the browser takes it': done('copyText'),
    'the browser refuses': failed('copyText'),
    '2 s pass': elapsed('xstate.after.flash.copying.copied', 2_000),
  },
  ways: [
    {
      way: [
        'Copy Details',
        'the team comes',
        'the browser refuses',
        'Copy contact',
        'the browser refuses',
        'Copy Details',
        'the browser takes it',
      ],
      sees: ({ read }) => expect(read(selectCopied)).toBe('details'),
    },
  ],
  states: statesOf(copyingFacts, {
    shows({ read, ports }: Setup, shown) {
      const isFetching = read(selectIsFetching);
      expect({ isFetching, isWriting: ports.copyText.running, copied: read(selectCopied) }).toMatchObject(shown);
      expect(ports.fetchTeam.running).toBe(isFetching);
      if (isFetching) expect(ports.fetchTeam.calls.at(-1)).toEqual({ incidentId: '3' });
    },
    after(setup, outcome) {
      const { ports, read } = setup;
      const { writes, copied = null } = outcome;
      hears(setup, outcome);
      if (writes) expect(withoutTime(ports.copyText.calls.at(-1)?.text ?? '')).toEqual(texts[writes]);
      expect(read(selectCopied)).toBe(copied);
    },
  }),
});
testWalk(walk);
testMutants(walk);

describe('copying', () => {
  it('fetches the team again if the incident does not say when it was changed', async () => {
    const { ports, notices } = props();
    const machine = copyingMachine.provide({
      actors: { copyText: ports.copyText.logic as never, fetchTeam: ports.fetchTeam.logic as never },
    });
    const actor = createActor(machine, { input: { incidentId: '3', notices: notices.ref } }).start();
    const press = { type: 'details.copy' as const, incident: dog({ lastUpdated: null }) };
    actor.send(press);
    ports.fetchTeam.resolve(team);
    await new Promise(setImmediate);
    ports.copyText.reject(new Error('Document is not focused'));
    await new Promise(setImmediate);
    actor.send(press);
    expect(ports.fetchTeam.calls).toHaveLength(2);
  });

  it('copies the details without fetching the team again after the browser has refused', async () => {
    const { ports, notices } = props();
    const machine = copyingMachine.provide({
      actors: { copyText: ports.copyText.logic as never, fetchTeam: ports.fetchTeam.logic as never },
    });
    const actor = createActor(machine, { input: { incidentId: '3', notices: notices.ref } }).start();
    actor.send(copyingEvents['Copy Details']);
    ports.fetchTeam.resolve(team);
    await new Promise(setImmediate);
    ports.copyText.reject(new Error('Document is not focused'));
    await new Promise(setImmediate);
    actor.send(copyingEvents['Copy Details']);
    expect(ports.copyText.running).toBe(true);
    expect(ports.fetchTeam.calls).toHaveLength(1);
  });
});
