import type { MyCase } from '../contract/cases';

/** What tells a case from all others. An incident has one open case, so without an id of its own it goes by that of the incident. */
export const caseKeyOf = ({ caseId, incidentId }: MyCase) => caseId ?? `incident ${incidentId}`;

/** Whether two entries are about one case. */
export const isSameCase = (one: MyCase, other: MyCase) => caseKeyOf(one) === caseKeyOf(other);
