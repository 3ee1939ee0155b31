import { type Requisition, type RequisitionStatus, requisitionStatuses } from '../../contract/supplies';
import { type RequisitionDecision, requisitionDecisions } from '../../rules/supplies/inventoryTexts';
import { actIn, judge } from '../lifecycles/judge';
import { requisitionLifecycle } from '../lifecycles/requisition.machine';

const isStatus = (status: string): status is RequisitionStatus =>
  (requisitionStatuses as readonly string[]).includes(status);

/** Whether the lifecycle lets somebody with these roles make this decision now. A status that this app does not know allows nothing. */
export const mayHandle = ({ status }: Requisition, decision: RequisitionDecision, roles: readonly string[]) =>
  isStatus(status) && judge(requisitionLifecycle, status, { type: `requisition.${decision}`, roles }).allowed;

/** The status of a requisition after each decision. */
export const statusAfter = (decision: RequisitionDecision): RequisitionStatus =>
  requisitionStatuses
    .map((before) => actIn(requisitionLifecycle, before, `requisition.${decision}`)?.leadsTo ?? '')
    .find(isStatus) as RequisitionStatus;

/** The buttons of a requisition, in the order of S2 §4. A new array at each call. */
export const decisionsOn = (requisition: Requisition, roles: readonly string[]): readonly RequisitionDecision[] =>
  requisitionDecisions.filter((decision) => mayHandle(requisition, decision, roles));

/**
 * Whether the lifecycle allows an acknowledgement in this status. The guards are not asked, because the member is the requester.
 */
export const isAcknowledgeable = (status: string) =>
  actIn(requisitionLifecycle, status, 'requisition.acknowledge') !== null;

/** The status of a requisition after its receipt is acknowledged. */
export const RECEIVED = actIn(requisitionLifecycle, 'DISPATCHED', 'requisition.acknowledge')?.leadsTo ?? '';
