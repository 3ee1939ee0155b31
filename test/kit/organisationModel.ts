import type { AnyStateMachine, EventObject } from 'xstate';
import type { CaseStatus } from '../../src/contract/cases';
import type { IncidentStatus } from '../../src/contract/incidents';
import type { Movement } from '../../src/contract/movement';
import type { Role } from '../../src/contract/people';
import type { RequisitionStatus } from '../../src/contract/supplies';
import { caseLifecycle } from '../../src/machines/lifecycles/case.machine';
import { incidentLifecycle } from '../../src/machines/lifecycles/incident.machine';
import { judge } from '../../src/machines/lifecycles/judge';
import { type MembershipStatus, membershipLifecycle } from '../../src/machines/lifecycles/membership.machine';
import { type MovementLifecycleEvent, movementLifecycle } from '../../src/machines/lifecycles/movement.machine';
import {
  type CaseModel,
  type IncidentModel,
  isOpen,
  type Organisation,
  type RequestModel,
} from '../../src/machines/lifecycles/organisation';
import { requisitionLifecycle } from '../../src/machines/lifecycles/requisition.machine';
import { isCaptainOrHigher, managesInventory } from '../../src/rules/roles';

// A model of all lifecycles together: how an act on one of them affects the others. The invariants are checked in all states that it
// can reach, and on the real server, whose rows must equal the model's after every act.

/** The caller: one of the members, by number, or null for an outsider with these roles. */
export interface Actor {
  readonly member: number | null;
  readonly roles: readonly Role[];
}

interface Acts {
  authorize: { member: number };
  deny: { member: number };
  remove: { member: number };
  assign: { incident: number; team: readonly number[] };
  initiate: { incident: number; confirmed: readonly number[] };
  complete: { incident: number };
  close: { incident: number };
  resolve: { incident: number };
  reactivate: { incident: number };
  delete: { incident: number };
  /** In the chat of the newest case. */
  say: { incident: number };
  /** The caller reports their own movement. */
  move: { incident: number; report: MovementLifecycleEvent['type'] };
  ask: { request: number };
  approve: { request: number };
  refuse: { request: number };
  dispatch: { request: number };
  acknowledge: { request: number };
  restock: object;
}
export type Act = { [Type in keyof Acts]: { readonly type: Type } & Readonly<Acts[Type]> }[keyof Acts];

/** The effects of an act on the other lifecycles. Tests replace single entries to check that the invariants notice it. */
const consequences = {
  /** Only an active member can act (DECISIONS 2, 13). */
  mayAct: (before: Organisation, member: number) => before.members[member] === 'ACTIVE',
  /** S2 §4, DECISIONS 22: the first assignment opens a case; a later one replaces its team. */
  assigned: (incident: IncidentModel, team: readonly number[]): readonly CaseModel[] => {
    const open = incident.cases.find(isOpen);
    return open
      ? incident.cases.map((one) => (one === open ? { ...one, team, credited: team, ways: waysOf(team, one) } : one))
      : [...incident.cases, { status: 'ASSIGNED', team, credited: team, ways: {}, messages: 0, lateMessages: 0 }];
  },
  /** The end of the case clears the movements of its team (DECISIONS 154). */
  finished: (one: CaseModel): CaseModel => ({ ...one, ways: {} }),
  /** DECISIONS 10, 22: a closed case's chat can only be read. Only its team and captain-or-higher may enter a chat. */
  maySpeak: (one: CaseModel, { member, roles }: Actor) =>
    isOpen(one) && (isCaptainOrHigher(roles) || (member !== null && one.team.includes(member))),
  /** DECISIONS 22: only active members can be in a team. */
  mayBeChosen: (before: Organisation, member: number) => before.members[member] === 'ACTIVE',
  /** DECISIONS P7: a member who leaves is removed from open teams. */
  leftTeams: (cases: readonly CaseModel[], member: number): readonly CaseModel[] =>
    cases.map((one) => {
      const team = without(one.team, member);
      return isOpen(one) ? { ...one, team, credited: without(one.credited, member), ways: waysOf(team, one) } : one;
    }),
  /** DECISIONS P7: the kit of a former member is erased. */
  keptInKit: (_pieces: number) => 0,
  /** S2 §2: an incident is deleted with its cases and chats. */
  keptCases: (_cases: readonly CaseModel[]): readonly CaseModel[] => [],
  /** DECISIONS 32: a dispatch reduces the stock and adds a row to the ledger. */
  dispatched: (before: Organisation): { stock: number; ledger: number } | null =>
    before.stock > 0 ? { stock: before.stock - 1, ledger: 1 } : null,
  /** DECISIONS 32: the receipt adds the piece to the kit. */
  received: (pieces: number) => pieces + 1,
};

const lifecycles = {
  incident: incidentLifecycle as AnyStateMachine,
  case: caseLifecycle as AnyStateMachine,
  movement: movementLifecycle as AnyStateMachine,
  requisition: requisitionLifecycle as AnyStateMachine,
  membership: membershipLifecycle as AnyStateMachine,
};

/** All rules of the model: the lifecycles and the effects of their acts. */
export const rules = { lifecycles, consequences };
export type Rules = typeof rules;

/** The fields of an event that the guards of the lifecycles read. */
interface Question extends EventObject {
  readonly roles?: readonly Role[];
  readonly isInTeam?: boolean;
  readonly isRequester?: boolean;
}

const answers = new WeakMap<AnyStateMachine, Map<string, string | null>>();
/**
 * The status after an event; null if the lifecycle refuses it. Answers are cached, because the same question is asked millions of
 * times.
 */
function statusAfter(chart: AnyStateMachine, status: string, event: Question): string | null {
  const known = answers.get(chart) ?? new Map<string, string | null>();
  answers.set(chart, known);
  const question = `${status} ${event.type} ${event.roles} ${event.isInTeam} ${event.isRequester}`;
  const answer = known.get(question);
  if (answer !== undefined) return answer;
  const judged = judge(chart, status, event);
  const after = judged.allowed ? judged.status : null;
  known.set(question, after);
  return after;
}

/** The movements of the present members of a team, without those who have left it. */
const waysOf = (team: readonly number[], { ways }: Pick<CaseModel, 'ways'>): CaseModel['ways'] =>
  Object.fromEntries(Object.entries(ways).filter(([member]) => team.includes(Number(member))));

const without = (numbers: readonly number[], number: number) => numbers.filter((one) => one !== number);
const replaced = <Item>(items: readonly Item[], place: number, item: Item): readonly Item[] =>
  items.map((one, index) => (index === place ? item : one));

/** The organisation after an act; null if the rules refuse the act. */
export function organisationAfter(
  before: Organisation,
  act: Act,
  by: Actor,
  { lifecycles: charts, consequences: then }: Rules = rules,
): Organisation | null {
  const { roles } = by;
  if (by.member !== null && !then.mayAct(before, by.member)) return null;
  const withMember = (
    number: number,
    event: string,
    more: (changed: Organisation) => Organisation = (same) => same,
  ): Organisation | null => {
    const status = before.members[number];
    if (status === undefined || status === 'GONE') return null;
    const after = statusAfter(charts.membership, status, { type: event, roles });
    const known = after === 'DELETED' ? 'GONE' : (after as MembershipStatus | null);
    return known === null ? null : more({ ...before, members: replaced(before.members, number, known) });
  };
  const withIncident = (
    number: number,
    event: string,
    more: (incident: IncidentModel) => readonly CaseModel[] | null = ({ cases }) => cases,
  ): Organisation | null => {
    const incident = before.incidents[number];
    if (!incident || incident.status === 'GONE') return null;
    const after = statusAfter(charts.incident, incident.status, { type: event, roles });
    const cases = after && more(incident);
    if (!after || !cases) return null;
    const status = after === 'DELETED' ? 'GONE' : (after as IncidentStatus);
    return { ...before, incidents: replaced(before.incidents, number, { status, cases }) };
  };
  /** An act of a team on its case: the case's lifecycle judges it, then the incident's lifecycle gets the fact. */
  const withCase = (number: number, event: string, fact: string, more: (one: CaseModel) => CaseModel | null) => {
    const open = before.incidents[number]?.cases.find(isOpen);
    if (!open) return null;
    const isInTeam = by.member !== null && open.team.includes(by.member);
    const status = statusAfter(charts.case, open.status, { type: event, roles, isInTeam });
    const changed = status && more({ ...open, status: status as CaseStatus });
    if (!changed) return null;
    return withIncident(number, fact, ({ cases }) => cases.map((one) => (one === open ? changed : one)));
  };
  const withRequest = (
    number: number,
    event: string,
    more: (request: RequestModel) => Organisation | null,
  ): Organisation | null => {
    const request = before.requests[number];
    if (!request || request.status === null) return null;
    const isRequester = by.member === request.by;
    const status = statusAfter(charts.requisition, request.status, { type: event, roles, isRequester });
    return status ? more({ ...request, status: status as RequisitionStatus }) : null;
  };
  /** DECISIONS P7: a former member's open requests are denied. */
  const requesterLeft = (request: RequestModel): RequestModel => {
    const after = request.status && statusAfter(charts.requisition, request.status, { type: 'requester.removed' });
    return after ? { ...request, status: after as RequisitionStatus } : request;
  };
  /** DECISIONS 272: a begun case goes back, and its incident with it, when the last of its team has left. */
  const teamLeft = (incident: IncidentModel): IncidentModel => {
    const open = incident.cases.find(isOpen);
    if (!open || open.team.length > 0 || incident.status === 'GONE') return incident;
    const status = statusAfter(charts.incident, incident.status, { type: 'team.emptied' }) ?? incident.status;
    const after = statusAfter(charts.case, open.status, { type: 'team.emptied' }) ?? open.status;
    const cases = incident.cases.map((one) => (one === open ? { ...one, status: after as CaseStatus } : one));
    return { status: status as IncidentStatus, cases };
  };
  const keeping = (number: number) => (request: RequestModel) => ({
    ...before,
    requests: replaced(before.requests, number, request),
  });

  switch (act.type) {
    case 'authorize':
      return withMember(act.member, 'membership.authorize');
    case 'deny':
      return withMember(act.member, 'membership.deny');
    case 'remove':
      return withMember(act.member, 'membership.remove', (changed) => ({
        ...changed,
        incidents: changed.incidents.map((one) => teamLeft({ ...one, cases: then.leftTeams(one.cases, act.member) })),
        requests: changed.requests.map((one) => (one.by === act.member ? requesterLeft(one) : one)),
        kits: replaced(changed.kits, act.member, then.keptInKit(changed.kits[act.member] ?? 0)),
      }));
    case 'assign': {
      const event = before.incidents[act.incident]?.status === 'ASSIGNED' ? 'team.reassign' : 'team.assign';
      return withIncident(act.incident, event, (incident) =>
        act.team.length > 0 && act.team.every((member) => then.mayBeChosen(before, member))
          ? then.assigned(incident, act.team)
          : null,
      );
    }
    case 'initiate':
      return withCase(act.incident, 'case.initiate', 'case.initiated', (one) =>
        act.confirmed.length > 0 && act.confirmed.every((member) => one.team.includes(member))
          ? { ...one, credited: act.confirmed }
          : null,
      );
    case 'complete':
      return withCase(act.incident, 'case.complete', 'case.completed', then.finished);
    case 'close':
      return withIncident(act.incident, 'incident.close');
    case 'resolve':
      return withIncident(act.incident, 'incident.resolve');
    case 'reactivate':
      return withIncident(act.incident, 'incident.reactivate');
    case 'delete':
      return withIncident(act.incident, 'incident.delete', ({ cases }) => then.keptCases(cases));
    case 'say': {
      const incident = before.incidents[act.incident];
      const newest = incident?.cases.at(-1);
      if (!incident || !newest || incident.status === 'GONE' || !then.maySpeak(newest, by)) return null;
      const said = {
        ...newest,
        messages: newest.messages + 1,
        lateMessages: newest.lateMessages + (isOpen(newest) ? 0 : 1),
      };
      const cases = incident.cases.map((one) => (one === newest ? said : one));
      return { ...before, incidents: replaced(before.incidents, act.incident, { ...incident, cases }) };
    }
    case 'move': {
      const { member } = by;
      const incident = before.incidents[act.incident];
      const open = incident?.cases.find(isOpen);
      if (!incident || !open || member === null) return null;
      const isInTeam = open.team.includes(member);
      const after = statusAfter(charts.movement, open.ways[member] ?? 'NOT_SAID', { type: act.report, isInTeam });
      if (after === null) return null;
      const { [member]: _, ...others } = open.ways;
      const ways = after === 'NOT_SAID' ? others : { ...others, [member]: after as Movement };
      const cases = incident.cases.map((one) => (one === open ? { ...one, ways } : one));
      return { ...before, incidents: replaced(before.incidents, act.incident, { ...incident, cases }) };
    }
    case 'ask': {
      const request = before.requests[act.request];
      if (!request || request.status !== null || request.by !== by.member) return null;
      return keeping(act.request)({ ...request, status: 'PENDING' });
    }
    case 'approve':
      return withRequest(act.request, 'requisition.approve', keeping(act.request));
    case 'refuse':
      return withRequest(act.request, 'requisition.deny', keeping(act.request));
    case 'dispatch':
      return withRequest(act.request, 'requisition.dispatch', (request) => {
        const out = then.dispatched(before);
        if (!out) return null;
        const sent = { ...request, ledger: request.ledger + out.ledger };
        return { ...keeping(act.request)(sent), stock: out.stock };
      });
    case 'acknowledge':
      return withRequest(act.request, 'requisition.acknowledge', (request) => ({
        ...keeping(act.request)(request),
        kits: replaced(before.kits, request.by, then.received(before.kits[request.by] ?? 0)),
      }));
    case 'restock':
      return managesInventory(roles) ? { ...before, stock: before.stock + 1, delivered: before.delivered + 1 } : null;
  }
}
