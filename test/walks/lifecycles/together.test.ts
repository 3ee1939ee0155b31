import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { catalogue } from '../../../src/machines/catalogue';
import { type InvariantName, invariants } from '../../../src/machines/lifecycles/invariants';
import { explore } from '../../kit/exploring';
import { type Rules, rules } from '../../kit/organisationModel';

/** The rules with another consequence. */
const following = (changed: Partial<Rules['consequences']>): Rules => ({
  ...rules,
  consequences: { ...rules.consequences, ...changed },
});
/** The rules with a lifecycle in which an event leads elsewhere in one status; nowhere where `target` is null. */
function leading(name: keyof Rules['lifecycles'], status: string, event: string, target: string | null): Rules {
  const { config, implementations } = rules.lifecycles[name] as AnyStateMachine;
  const state = config.states?.[status] as { on?: object };
  const states = {
    ...config.states,
    [status]: { ...state, on: { ...state.on, [event]: target === null ? undefined : { target } } },
  };
  const changed = createMachine({ ...config, states } as object, implementations as object);
  return { ...rules, lifecycles: { ...rules.lifecycles, [name]: changed as unknown as AnyStateMachine } };
}

/** For each invariant the changes of the rules that must break it, in words and in code. */
const mutants: Record<InvariantName, Record<string, Rules>> = {
  oneOpenCase: {
    'a completed case stays open': leading('case', 'IN_PROGRESS', 'case.complete', 'IN_PROGRESS'),
    'a case goes back when its team is empty, but not its incident': leading(
      'incident',
      'IN_PROGRESS',
      'team.emptied',
      null,
    ),
    'a case that has begun leaves its incident ASSIGNED': leading('incident', 'ASSIGNED', 'case.initiated', 'ASSIGNED'),
  },
  teamAtWork: {
    'a case is opened without its team': following({
      assigned: (incident) => rules.consequences.assigned(incident, []),
    }),
    'a case goes on without anybody': leading('case', 'IN_PROGRESS', 'team.emptied', null),
  },
  activeTeam: {
    'who is deleted stays in the team': following({ leftTeams: (cases) => cases }),
    'a sign-up that waits can be chosen': following({ mayBeChosen: () => true }),
  },
  closedChat: { 'captains may write anywhere': following({ maySpeak: (_, { roles }) => !roles.includes('MEMBER') }) },
  workDone: { 'a CLOSED incident can be reactivated': leading('incident', 'CLOSED', 'incident.reactivate', 'ONGOING') },
  closedWithoutCase: {
    'an ONGOING incident can be closed': leading('incident', 'ONGOING', 'incident.close', 'CLOSED'),
  },
  nothingLeft: { 'a deleted incident keeps its cases': following({ keptCases: (cases) => cases }) },
  movingTeam: {
    'a finished case keeps who has arrived': following({ finished: (one) => one }),
    'who is taken out of the team stays on the way': following({
      assigned: (incident, team) =>
        incident.cases.some(({ status }) => status !== 'CLOSED')
          ? incident.cases.map((one) => (one.status === 'CLOSED' ? one : { ...one, team, credited: team }))
          : rules.consequences.assigned(incident, team),
    }),
    'who is deleted stays on the way': following({
      leftTeams: (cases, member) =>
        rules.consequences.leftTeams(cases, member).map((one, place) => ({ ...one, ways: cases[place]?.ways ?? {} })),
    }),
    'others than the team may say that they are on the way': leading(
      'movement',
      'NOT_SAID',
      'movement.depart',
      'ON_MY_WAY',
    ),
  },
  creditedTeam: {
    'who is deleted keeps the credit of an open case': following({
      leftTeams: (cases, member) =>
        cases.map((one) => ({ ...one, team: one.team.filter((other) => other !== member) })),
    }),
  },
  handedOutOnce: {
    'the ledger is forgotten': following({
      dispatched: ({ stock }) => (stock > 0 ? { stock: stock - 1, ledger: 0 } : null),
    }),
    'what was handed out can be denied': leading('requisition', 'DISPATCHED', 'requisition.deny', 'DENIED'),
    'what was handed out can be handed out again': leading(
      'requisition',
      'DISPATCHED',
      'requisition.dispatch',
      'DISPATCHED',
    ),
  },
  stockAddsUp: {
    'more is handed out than there is': following({ dispatched: ({ stock }) => ({ stock: stock - 1, ledger: 1 }) }),
  },
  inTheKit: {
    'a receipt leaves the kit as it is': following({ received: (pieces) => pieces }),
    'who is deleted keeps the kit': following({ keptInKit: (pieces) => pieces }),
  },
  nobodyWaits: {
    'what a deleted member waits for stays approved': leading('requisition', 'APPROVED', 'requester.removed', null),
  },
  membersOnly: { 'who waits for approval may act': following({ mayAct: () => true }) },
};

describe('the rules hold together', () => {
  it.each([
    { half: 'supplies', least: 30_000 },
    { half: 'ways', least: 5_000 },
  ] as const)(
    'in every state that two members, two incidents and two requests can reach, with their $half',
    ({ half, least }) => {
      const { organisations, broken } = explore(half);
      expect(broken).toBe(null);
      expect(organisations).toBeGreaterThan(least);
    },
    60_000,
  );

  it.each(
    (Object.keys(mutants) as InvariantName[]).flatMap((name) =>
      Object.entries(mutants[name]).map(([words, mutant]) => ({ name, words, mutant })),
    ),
  )(
    'and $name notices where $words',
    ({ name, mutant }) => {
      const half = name === 'movingTeam' ? 'ways' : 'supplies';
      expect(explore(half, mutant, name).broken?.names).toContain(name);
    },
    60_000,
  );

  it('in invariants of which each has a change of the rules that breaks it', () => {
    const unbroken = Object.entries(mutants).filter(([, changes]) => Object.keys(changes).length === 0);
    expect(unbroken.map(([name]) => name)).toEqual([]);
    expect(Object.keys(mutants).sort()).toEqual(Object.keys(invariants).sort());
  });

  it('in invariants about all lifecycles', () => {
    const lifecycles = catalogue.filter(({ kind }) => kind === 'lifecycle').map(({ machine }) => machine.id);
    const covered = new Set(Object.values(invariants).flatMap(({ covers }) => covers));
    expect([...covered].sort()).toEqual(lifecycles.sort());
  });
});
