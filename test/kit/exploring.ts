import { type InvariantName, invariants } from '../../src/machines/lifecycles/invariants';
import type { Organisation } from '../../src/machines/lifecycles/organisation';
import { type Act, type Actor, organisationAfter, type Rules, rules } from './organisationModel';

/** The actors of the model: two members, and one person for each other role (DECISIONS 16). */
export const actors = {
  'member 0': { member: 0, roles: ['MEMBER'] },
  'member 1': { member: 1, roles: ['MEMBER'] },
  captain: { member: null, roles: ['MEMBER', 'RESCUE_CAPTAIN'] },
  'inventory manager': { member: null, roles: ['MEMBER', 'INVENTORY_MANAGER'] },
  admin: { member: null, roles: ['MEMBER', 'ADMIN'] },
  'super admin': { member: null, roles: ['SUPER_ADMIN'] },
} as const satisfies Record<string, Actor>;
export type ActorName = keyof typeof actors;
export const actorNames = Object.keys(actors) as ActorName[];

/** Two members, one of whom waits for approval, two reported incidents, two requests not sent yet, and one piece in stock. */
export const firstOrganisation: Organisation = {
  members: ['PENDING', 'ACTIVE'],
  incidents: [
    { status: 'REPORTED', cases: [] },
    { status: 'REPORTED', cases: [] },
  ],
  requests: [
    { by: 0, status: null, ledger: 0 },
    { by: 1, status: null, ledger: 0 },
  ],
  stock: 1,
  delivered: 1,
  kits: [0, 0],
};

const both = [0, 1] as const;
const teams = [[0], [1], [0, 1]] as const;
/** All acts in a model of this size. */
export const allActs: readonly Act[] = both.flatMap((number): Act[] => [
  ...(['authorize', 'deny', 'remove'] as const).map((type): Act => ({ type, member: number })),
  ...teams.flatMap((team): Act[] => [
    { type: 'assign', incident: number, team },
    { type: 'initiate', incident: number, confirmed: team },
  ]),
  ...(['complete', 'close', 'resolve', 'reactivate', 'delete', 'say'] as const).map(
    (type): Act => ({ type, incident: number }),
  ),
  ...(['movement.depart', 'movement.arrive', 'movement.withdraw'] as const).map(
    (report): Act => ({ type: 'move', incident: number, report }),
  ),
  ...(['ask', 'approve', 'refuse', 'dispatch', 'acknowledge'] as const).map((type): Act => ({ type, request: number })),
  ...(number === 0 ? [{ type: 'restock' } as const] : []),
]);

/** Limits the model so that it is finite: it has no third case of an incident and no third piece. */
const isWithin = ({ incidents, delivered }: Organisation) =>
  delivered <= 2 && incidents.every(({ cases }) => cases.length <= 2);

/**
 * Organisations with the same key are the same for all rules and invariants. They may differ in past teams and in the number of
 * messages.
 */
function keyOf({ members, incidents, requests, stock, delivered, kits }: Organisation): string {
  const incidentKeys = incidents.map(({ status, cases }) => {
    const last = cases.at(-1);
    const open =
      last && last.status !== 'CLOSED'
        ? `${last.status}${last.team.join('')}/${last.credited.join('')}/${JSON.stringify(last.ways)}`
        : '';
    const wrong = cases.some(
      (one) =>
        one.lateMessages > 0 ||
        one.credited.some((member) => !one.team.includes(member)) ||
        (one !== last && Object.keys(one.ways).length > 0) ||
        (one.status === 'CLOSED' && Object.keys(one.ways).length > 0),
    );
    return `${status} ${cases.length} ${open} ${wrong}`;
  });
  // Sorted, because it makes no difference which incident is which.
  return [
    members,
    incidentKeys.sort(),
    requests.map(({ status, ledger }) => `${status}${ledger}`),
    stock,
    delivered,
    kits,
  ].join(';');
}

/** One act as text. */
export const wordsOf = (act: Act, by: ActorName) => `${by}: ${JSON.stringify(act)}`;

export const brokenIn = (organisation: Organisation): InvariantName[] =>
  (Object.keys(invariants) as InvariantName[]).filter((name) => !invariants[name].holds(organisation));

/** Together they may do everything that anybody may. The same act by others leads to the same organisation. */
const explorers = ['super admin', 'member 0', 'member 1'] as const;

interface Explored {
  readonly organisations: number;
  /** A shortest way to an organisation in which an invariant is broken; null if all invariants always hold. */
  readonly broken: { readonly names: readonly InvariantName[]; readonly way: readonly string[] } | null;
}

interface Found {
  readonly organisation: Organisation;
  readonly act: string;
  readonly before: Found | null;
}

const isOfSupplies = ({ type }: Act) =>
  ['ask', 'approve', 'refuse', 'dispatch', 'acknowledge', 'restock'].includes(type);
/**
 * The acts of each half of the exploration. All acts at once have too many organisations. No rule about supplies depends on the movement
 * of a team, nor the other way round, so each half has one of the two and everything else.
 */
const halves = {
  supplies: allActs.filter(({ type }) => type !== 'move'),
  ways: allActs.filter((act) => !isOfSupplies(act)),
};
type Half = keyof typeof halves;

/** Explores all organisations that the acts of a half can reach. Stops at the first organisation with a broken invariant. */
export function explore(half: Half, by: Rules = rules, only?: InvariantName): Explored {
  const seen = new Set([keyOf(firstOrganisation)]);
  let ring: Found[] = [{ organisation: firstOrganisation, act: '', before: null }];
  while (ring.length > 0) {
    const next: Found[] = [];
    for (const found of ring)
      for (const act of halves[half]) {
        for (const { name, organisation } of organisationsAfter(found.organisation, act, by)) {
          if (!isWithin(organisation)) continue;
          const key = keyOf(organisation);
          if (seen.has(key)) continue;
          seen.add(key);
          const here: Found = { organisation, act: wordsOf(act, name), before: found };
          const names = brokenIn(organisation);
          if (only ? names.includes(only) : names.length > 0)
            return { organisations: seen.size, broken: { names, way: wayTo(here) } };
          next.push(here);
        }
      }
    ring = next;
  }
  return { organisations: seen.size, broken: null };
}

/**
 * The organisations after an act. Members report their own movement, so that is tried for each; the outcome of other acts does not
 * depend on who does them.
 */
function organisationsAfter(organisation: Organisation, act: Act, by: Rules) {
  const doers =
    act.type === 'move' ? explorers : [explorers.find((one) => organisationAfter(organisation, act, actors[one], by))];
  return doers.flatMap((name) => {
    const changed = name && organisationAfter(organisation, act, actors[name], by);
    return name && changed ? [{ name, organisation: changed }] : [];
  });
}

function wayTo(found: Found): string[] {
  return found.before ? [...wayTo(found.before), found.act] : [];
}
