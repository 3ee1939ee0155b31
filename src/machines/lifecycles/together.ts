import type { AnyStateMachine, EventObject } from 'xstate';
import type { CaseStatus } from '../../contract/cases';
import type { IncidentStatus } from '../../contract/incidents';
import type { Movement } from '../../contract/movement';
import type { Role } from '../../contract/people';
import type { RequisitionStatus } from '../../contract/supplies';
import { isCaptainOrHigher, managesInventory } from '../../rules/roles';
import { caseLifecycle } from './case.machine';
import { incidentLifecycle } from './incident.machine';
import { judge } from './judge';
import { type MembershipStatus, membershipLifecycle } from './membership.machine';
import { type MovementLifecycleEvent, movementLifecycle } from './movement.machine';
import { requisitionLifecycle } from './requisition.machine';

/**
 * A model of all lifecycles together: how an act on one of them affects the others. It is a small organisation in plain data, with
 * only the facts that a rule uses. The invariants (invariants.ts) are checked in all states that it can reach, and on the real
 * server, whose rows must equal the model's after every act.
 */
export interface World {
  /** Indexed by the member's number. GONE: a denied sign-up. */
  readonly members: readonly (MembershipStatus | 'GONE')[];
  readonly incidents: readonly IncidentModel[];
  readonly requests: readonly RequestModel[];
  /** The stock of the only item, in pieces. Each request takes one piece. */
  readonly stock: number;
  /** The number of pieces that were ever delivered. */
  readonly delivered: number;
  /** The number of pieces in each member's kit. */
  readonly kits: readonly number[];
}

export interface IncidentModel {
  /** GONE: deleted. */
  readonly status: IncidentStatus | 'GONE';
  /** Oldest first. */
  readonly cases: readonly CaseModel[];
}

interface CaseModel {
  readonly status: CaseStatus;
  /** The numbers of its members, ascending. */
  readonly team: readonly number[];
  /** The numbers of the members who are credited with the case, ascending. */
  readonly credited: readonly number[];
  /** The movements that members have reported, by the members' numbers. */
  readonly ways: Readonly<Record<number, Movement>>;
  /** The number of messages in its chat, and of those that were sent after it was closed. */
  readonly messages: number;
  readonly lateMessages: number;
}

export interface RequestModel {
  /** The number of the requesting member. */
  readonly by: number;
  /** Null before it is sent. */
  readonly status: RequisitionStatus | null;
  /** The number of rows in the stock's ledger that name it. */
  readonly ledger: number;
}

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

const isOpen = ({ status }: Pick<CaseModel, 'status'>) => status !== 'CLOSED';
export const openCasesOf = ({ cases }: IncidentModel) => cases.filter(isOpen);

/** The effects of an act on the other lifecycles. Tests replace single entries to check that the invariants notice it. */
const consequences = {
  /** Only an active member can act (DECISIONS 2, 13). */
  mayAct: (world: World, member: number) => world.members[member] === 'ACTIVE',
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
  mayBeChosen: (world: World, member: number) => world.members[member] === 'ACTIVE',
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
  dispatched: (world: World): { stock: number; ledger: number } | null =>
    world.stock > 0 ? { stock: world.stock - 1, ledger: 1 } : null,
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

/** The world after an act; null if the rules refuse the act. */
export function worldAfter(
  world: World,
  act: Act,
  by: Actor,
  { lifecycles: charts, consequences: then }: Rules = rules,
): World | null {
  const { roles } = by;
  if (by.member !== null && !then.mayAct(world, by.member)) return null;
  const withMember = (
    number: number,
    event: string,
    more: (changed: World) => World = (same) => same,
  ): World | null => {
    const status = world.members[number];
    if (status === undefined || status === 'GONE') return null;
    const after = statusAfter(charts.membership, status, { type: event, roles });
    const known = after === 'DELETED' ? 'GONE' : (after as MembershipStatus | null);
    return known === null ? null : more({ ...world, members: replaced(world.members, number, known) });
  };
  const withIncident = (
    number: number,
    event: string,
    more: (incident: IncidentModel) => readonly CaseModel[] | null = ({ cases }) => cases,
  ): World | null => {
    const incident = world.incidents[number];
    if (!incident || incident.status === 'GONE') return null;
    const after = statusAfter(charts.incident, incident.status, { type: event, roles });
    const cases = after && more(incident);
    if (!after || !cases) return null;
    const status = after === 'DELETED' ? 'GONE' : (after as IncidentStatus);
    return { ...world, incidents: replaced(world.incidents, number, { status, cases }) };
  };
  /** An act of a team on its case: the case's lifecycle judges it, then the incident's lifecycle gets the fact. */
  const withCase = (number: number, event: string, fact: string, more: (one: CaseModel) => CaseModel | null) => {
    const open = world.incidents[number]?.cases.find(isOpen);
    if (!open) return null;
    const isInTeam = by.member !== null && open.team.includes(by.member);
    const status = statusAfter(charts.case, open.status, { type: event, roles, isInTeam });
    const changed = status && more({ ...open, status: status as CaseStatus });
    if (!changed) return null;
    return withIncident(number, fact, ({ cases }) => cases.map((one) => (one === open ? changed : one)));
  };
  const withRequest = (number: number, event: string, more: (request: RequestModel) => World | null): World | null => {
    const request = world.requests[number];
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
    ...world,
    requests: replaced(world.requests, number, request),
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
      const event = world.incidents[act.incident]?.status === 'ASSIGNED' ? 'team.reassign' : 'team.assign';
      return withIncident(act.incident, event, (incident) =>
        act.team.length > 0 && act.team.every((member) => then.mayBeChosen(world, member))
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
      const incident = world.incidents[act.incident];
      const newest = incident?.cases.at(-1);
      if (!incident || !newest || incident.status === 'GONE' || !then.maySpeak(newest, by)) return null;
      const said = {
        ...newest,
        messages: newest.messages + 1,
        lateMessages: newest.lateMessages + (isOpen(newest) ? 0 : 1),
      };
      const cases = incident.cases.map((one) => (one === newest ? said : one));
      return { ...world, incidents: replaced(world.incidents, act.incident, { ...incident, cases }) };
    }
    case 'move': {
      const { member } = by;
      const incident = world.incidents[act.incident];
      const open = incident?.cases.find(isOpen);
      if (!incident || !open || member === null) return null;
      const isInTeam = open.team.includes(member);
      const after = statusAfter(charts.movement, open.ways[member] ?? 'NOT_SAID', { type: act.report, isInTeam });
      if (after === null) return null;
      const { [member]: _, ...others } = open.ways;
      const ways = after === 'NOT_SAID' ? others : { ...others, [member]: after as Movement };
      const cases = incident.cases.map((one) => (one === open ? { ...one, ways } : one));
      return { ...world, incidents: replaced(world.incidents, act.incident, { ...incident, cases }) };
    }
    case 'ask': {
      const request = world.requests[act.request];
      if (!request || request.status !== null || request.by !== by.member) return null;
      return keeping(act.request)({ ...request, status: 'PENDING' });
    }
    case 'approve':
      return withRequest(act.request, 'requisition.approve', keeping(act.request));
    case 'refuse':
      return withRequest(act.request, 'requisition.deny', keeping(act.request));
    case 'dispatch':
      return withRequest(act.request, 'requisition.dispatch', (request) => {
        const out = then.dispatched(world);
        if (!out) return null;
        const sent = { ...request, ledger: request.ledger + out.ledger };
        return { ...keeping(act.request)(sent), stock: out.stock };
      });
    case 'acknowledge':
      return withRequest(act.request, 'requisition.acknowledge', (request) => ({
        ...keeping(act.request)(request),
        kits: replaced(world.kits, request.by, then.received(world.kits[request.by] ?? 0)),
      }));
    case 'restock':
      return managesInventory(roles) ? { ...world, stock: world.stock + 1, delivered: world.delivered + 1 } : null;
  }
}
