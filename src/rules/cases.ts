import type { MyCase } from '../contract/cases';

/** A key that identifies a case. A case without an id goes by its incident's id: an incident has one open case at most. */
export const caseKeyOf = ({ caseId, incidentId }: MyCase) => caseId ?? `incident ${incidentId}`;

/** Whether two entries are the same case. */
export const isSameCase = (one: MyCase, other: MyCase) => caseKeyOf(one) === caseKeyOf(other);
