import type { ReportingSnapshot } from './reporting.machine';

/** The member's waiting reports; undefined while nobody has had a use for them. */
export const selectQueue = (snapshot: ReportingSnapshot) =>
  snapshot.matches('running') ? snapshot.children.reportQueue : undefined;
