import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import { assignmentMachine } from '../../../src/machines/cases/assignment.machine';
import {
  selectCandidates,
  selectChosen,
  selectDoubt,
  selectExplains,
  selectSelectedCount,
} from '../../../src/machines/cases/assignment.select';
import { settle } from '../../kit/walk';
import { laterSheet, NOON, props, RAVI_IS_GONE, sheet } from './assigning';

/** The screen of incident 3 has been opened, with who was chosen before a reload. */
function begun(chosen: string[]) {
  const { ports, notices } = props();
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const actor = createActor(assignmentMachine.provide({ actors: actors as never }), {
    input: { incidentId: '3', userId: 'kabir', notices: notices.ref, chosen },
  });
  actor.start();
  return { actor, ports, notices };
}

describe('the choice of a team', () => {
  it('survives a failed assignment and another sort, and is sent in the order of the presses', async () => {
    const { actor, ports } = begun([]);
    ports.feed.emit({ type: 'feed.fetched', data: sheet('REPORTED') });
    await settle();
    for (const userId of ['kabir', 'mira', 'ravi', 'mira', 'mira']) actor.send({ type: 'candidate.toggle', userId });
    actor.send({ type: 'sort.choose', sort: 'Proximity' });
    for (let round = 1; round <= 2; round++) {
      actor.send({ type: 'team.assign', roles: ['ADMIN'] });
      expect(ports.assignTeam.calls).toHaveLength(round);
      expect(ports.assignTeam.calls.at(-1)?.userIds).toEqual(['kabir', 'ravi', 'mira']);
      ports.assignTeam.reject(new CallFailure('network', 0));
      await settle();
    }
    expect(selectExplains(actor.getSnapshot())).toBe(false);
    const before = selectCandidates(actor.getSnapshot());
    expect(before.map(({ userId }) => userId)).toEqual(['ravi', 'mira', 'kabir']);
    actor.send({ type: 'candidate.toggle', userId: 'ravi' });
    expect(selectCandidates(actor.getSnapshot())).toBe(before);
    expect(selectSelectedCount(actor.getSnapshot())).toBe(2);
    actor.send({ type: 'sort.choose', sort: 'Suggested' });
    expect(selectExplains(actor.getSnapshot())).toBe(true);
  });

  it.each([
    ['REPORTED', ['kabir', 'mira']],
    ['ASSIGNED', null],
  ])(
    'after a reload begins with who was chosen and is there, and a reassignment with the present team: %s',
    (status, chosen) => {
      const { actor, ports, notices } = begun(['kabir', 'gone', 'mira']);
      expect(selectChosen(actor.getSnapshot())).toBe(null);
      ports.feed.emit({ type: 'feed.fetched', data: sheet(status) });
      expect(selectChosen(actor.getSnapshot())).toEqual(chosen);
      expect(notices.received).toEqual([]);
      expect(actor.getSnapshot().matches({ open: chosen ? 'choosing' : 'loadingTeam' })).toBe(true);
    },
  );

  it.each([
    // Nobody was assigned before; somebody else has assigned Ravi and Mira.
    ['REPORTED', [], ['kabir'], ['mira', 'ravi', 'kabir'], 'Mira, Ravi. Your choice stays: with Kabir.'],
    // The captain has replaced Tara, who is not a member any more, and Ravi.
    [
      'ASSIGNED',
      ['ravi', 'mira'],
      ['ravi', 'kabir'],
      ['mira', 'kabir'],
      'Mira, Ravi. Your choice stays: with Kabir, and without Ravi.',
    ],
    ['ASSIGNED', ['ravi', 'kabir'], ['kabir', 'mira'], ['mira', 'ravi'], 'Mira, Ravi.'],
  ])(
    'stays after Look Again, for what somebody else has changed (DECISIONS 377): %s %j',
    async (status, before, pressed, after, said) => {
      const { actor, ports, notices } = begun([]);
      const teamOf = (...ids: string[]) => ({ teamMembers: ids.map((userId) => ({ userId })) }) as never;
      ports.feed.emit({ type: 'feed.fetched', data: sheet(status) });
      if (before.length > 0) ports.fetchTeam.resolve(teamOf(...before));
      await settle();
      for (const userId of pressed) actor.send({ type: 'candidate.toggle', userId });
      actor.send({ type: 'team.assign', roles: ['ADMIN'] });
      ports.assignTeam.reject(new CallFailure('refused', 409));
      await settle();
      actor.send({ type: 'dialog.close' });
      ports.feed.emit({ type: 'feed.fetched', data: sheet('ASSIGNED'), change: 'look-again' });
      ports.fetchTeam.resolve(teamOf('ravi', 'mira'));
      await settle();
      expect(actor.getSnapshot().context.selected).toEqual(after);
      expect(notices.received.map((notice) => 'text' in notice && notice.text)).toEqual([`The team is now: ${said}`]);
    },
  );

  it('loses only those who are gone when the list comes again, and says only then who', () => {
    const { actor, ports, notices } = begun([]);
    ports.feed.emit({ type: 'feed.fetched', data: sheet('REPORTED') });
    for (const userId of ['ravi', 'kabir', 'mira']) actor.send({ type: 'candidate.toggle', userId });
    ports.feed.emit({ type: 'feed.fetched', data: laterSheet('ASSIGNED') });
    expect(actor.getSnapshot().context.selected).toEqual(['kabir', 'mira']);
    expect(selectDoubt(actor.getSnapshot())).toBe('Engaged in another case: Mira');
    // 'Suggested' would put Kabir first now, but no card moves under a finger.
    expect(selectCandidates(actor.getSnapshot()).map(({ userId }) => userId)).toEqual(['mira', 'kabir']);
    expect(notices.received).toEqual([{ type: 'notice.show', tone: 'danger', text: RAVI_IS_GONE }]);
    ports.feed.emit({ type: 'feed.fetched', data: sheet('REPORTED') });
    expect(selectCandidates(actor.getSnapshot()).map(({ userId }) => userId)).toEqual(['mira', 'kabir', 'ravi']);
    ports.feed.emit({ type: 'feed.fetched', data: laterSheet('ASSIGNED') });
    expect(notices.received).toHaveLength(1);
    actor.send({ type: 'team.assign', roles: ['ADMIN'] });
    // As it was when the captain began to choose: the server refuses to replace the team that was assigned meanwhile.
    const chosen = { userIds: ['kabir', 'mira'], names: ['Kabir', 'Mira'] };
    expect(ports.assignTeam.calls.at(-1)).toEqual({ incidentId: '3', ...chosen, seen: NOON });
  });
});
