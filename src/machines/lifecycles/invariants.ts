import { type Organisation, openCasesOf } from './organisation';

/** A statement that is true in every state that the rules can reach: in words for people, and as code for the tests. */
export interface Invariant {
  readonly words: string;
  /** The source of the statement. */
  readonly source: string;
  /** The ids of the charts that guarantee it together. */
  readonly covers: readonly string[];
  readonly holds: (organisation: Organisation) => boolean;
}

const incidents = ['incidentLifecycle', 'caseLifecycle'];
const supplies = ['requisitionLifecycle'];
const isOut = (status: string | null) => status === 'DISPATCHED' || status === 'RECEIVED';

/** The statements across several lifecycles. No single chart can guarantee them. */
export const invariants = {
  oneOpenCase: {
    words:
      'An incident that is ASSIGNED or IN_PROGRESS has exactly one open case, in the same status. No other incident has one.',
    source: 'S2 §4, DECISIONS 22, 27',
    covers: incidents,
    holds: ({ incidents: all }) =>
      all.every((incident) => {
        const open = openCasesOf(incident);
        return incident.status === 'ASSIGNED' || incident.status === 'IN_PROGRESS'
          ? open.length === 1 && open[0]?.status === incident.status
          : open.length === 0;
      }),
  },
  teamAtWork: {
    words:
      'A case that has begun has somebody in its team. Before that, the team is empty only if its members have left the organisation.',
    source: 'S2 §4, DECISIONS P7, 272',
    covers: [...incidents, 'membershipLifecycle'],
    holds: ({ incidents: all, members }) =>
      all
        .flatMap(openCasesOf)
        .every(({ team, status }) => team.length > 0 || (status === 'ASSIGNED' && members.includes('FORMER'))),
  },
  activeTeam: {
    words: 'Everybody in an open team is an active member: no former member, and no pending sign-up.',
    source: 'DECISIONS P7, DECISIONS 22',
    covers: ['caseLifecycle', 'membershipLifecycle'],
    holds: ({ incidents: all, members }) =>
      all.flatMap(openCasesOf).every(({ team }) => team.every((member) => members[member] === 'ACTIVE')),
  },
  closedChat: {
    words: 'The chat of a closed case accepts no new messages.',
    source: 'DECISIONS 22',
    covers: ['caseLifecycle', 'messageLifecycle'],
    holds: ({ incidents: all }) => all.every(({ cases }) => cases.every(({ lateMessages }) => lateMessages === 0)),
  },
  workDone: {
    words: 'An incident that is ONGOING or RESOLVED has a completed case.',
    source: 'S2 §4, DECISIONS 22',
    covers: incidents,
    holds: ({ incidents: all }) =>
      all.every(
        ({ status, cases }) =>
          (status !== 'ONGOING' && status !== 'RESOLVED') || cases.some((one) => one.status === 'CLOSED'),
      ),
  },
  closedWithoutCase: {
    words: 'An incident that is CLOSED never had a case.',
    source: 'S2 §4, §5',
    covers: incidents,
    holds: ({ incidents: all }) => all.every(({ status, cases }) => status !== 'CLOSED' || cases.length === 0),
  },
  nothingLeft: {
    words: 'No case and no chat of a deleted incident is left.',
    source: 'S2 §2, DECISIONS 29',
    covers: [...incidents, 'messageLifecycle'],
    holds: ({ incidents: all }) => all.every(({ status, cases }) => status !== 'GONE' || cases.length === 0),
  },
  movingTeam: {
    words: 'Only present members of an open team are on their way or have arrived; nobody in a finished case is.',
    source: 'DECISIONS 154, DECISIONS P7',
    covers: ['movementLifecycle', 'caseLifecycle', 'membershipLifecycle'],
    holds: ({ incidents: all }) =>
      all.every(({ cases }) =>
        cases.every(({ status, team, ways }) =>
          Object.keys(ways).every((member) => status !== 'CLOSED' && team.includes(Number(member))),
        ),
      ),
  },
  creditedTeam: {
    words: 'A case counts only for members of its team.',
    source: 'DECISIONS 22, 31',
    covers: ['caseLifecycle'],
    holds: ({ incidents: all }) =>
      all.every(({ cases }) => cases.every(({ credited, team }) => credited.every((member) => team.includes(member)))),
  },
  handedOutOnce: {
    words: 'A request that is DISPATCHED or RECEIVED is in the ledger of the stock exactly once. No other request is.',
    source: 'DECISIONS 32',
    covers: supplies,
    holds: ({ requests }) => requests.every(({ status, ledger }) => ledger === (isOut(status) ? 1 : 0)),
  },
  stockAddsUp: {
    words: 'The stock is what was delivered minus what was handed out, and never below zero.',
    source: 'DECISIONS 32, K10',
    covers: supplies,
    holds: ({ requests, stock, delivered }) =>
      stock >= 0 && stock === delivered - requests.filter(({ status }) => isOut(status)).length,
  },
  inTheKit: {
    words: 'Everything that a member has RECEIVED is in their kit exactly once. A former member has no kit.',
    source: 'S2 §4, DECISIONS 32, P7',
    covers: [...supplies, 'membershipLifecycle'],
    holds: ({ requests, kits, members }) =>
      kits.every((pieces, member) => {
        const received = requests.filter(({ by, status }) => by === member && status === 'RECEIVED').length;
        return pieces === (members[member] === 'ACTIVE' ? received : 0);
      }),
  },
  nobodyWaits: {
    words: 'No former member waits for supplies: requests that were PENDING or APPROVED are DENIED.',
    source: 'DECISIONS P7',
    covers: [...supplies, 'membershipLifecycle'],
    holds: ({ requests, members }) =>
      requests.every(({ by, status }) => members[by] !== 'FORMER' || (status !== 'PENDING' && status !== 'APPROVED')),
  },
  membersOnly: {
    words: 'Nobody asks for supplies before they are a member.',
    source: 'S1 §1, DECISIONS 13',
    covers: [...supplies, 'membershipLifecycle'],
    holds: ({ requests, members }) =>
      requests.every(({ by, status }) => status === null || members[by] === 'ACTIVE' || members[by] === 'FORMER'),
  },
} satisfies Record<string, Invariant>;
export type InvariantName = keyof typeof invariants;
