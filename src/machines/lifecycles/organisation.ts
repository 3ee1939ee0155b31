import type { CaseStatus } from '../../contract/cases';
import type { IncidentStatus } from '../../contract/incidents';
import type { Movement } from '../../contract/movement';
import type { RequisitionStatus } from '../../contract/supplies';
import type { MembershipStatus } from './membership.machine';

/** A small organisation in plain data, with only the facts that a rule uses. The invariants (invariants.ts) are about it. */
export interface Organisation {
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

export interface CaseModel {
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

export const isOpen = ({ status }: Pick<CaseModel, 'status'>) => status !== 'CLOSED';
export const openCasesOf = ({ cases }: IncidentModel) => cases.filter(isOpen);
