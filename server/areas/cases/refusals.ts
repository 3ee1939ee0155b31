import type { CaseStatus } from '../../../src/contract/cases';
import { type CaseLifecycleEvent, caseLifecycle } from '../../../src/machines/lifecycles/case.machine';
import { judge } from '../../../src/machines/lifecycles/judge';
import { statusText } from '../../../src/rules/incidents/incidents';
import { actRefusal, HttpError } from '../../http/httpError';

const acts: Readonly<Record<CaseLifecycleEvent['type'], string>> = {
  'case.initiate': 'initiate',
  'case.complete': 'complete',
  'case.reassign': 'reassign',
  'team.emptied': 'put back',
};

/**
 * The status of a case after an event, by its lifecycle. Throws if the lifecycle does not allow the event, so it is also called only
 * to refuse what is not allowed. Whether the caller may reassign is judged by the incident's lifecycle.
 * @throws HttpError 409 when the status does not allow the event for anybody, 403 when only the team or captains may (DECISIONS
 * 27).
 */
export function requireCaseTransition(status: CaseStatus, event: CaseLifecycleEvent): CaseStatus {
  const judgement = judge(caseLifecycle, status, event);
  if (judgement.allowed) return judgement.status;
  throw actRefusal(judgement.because, {
    state: `This case is ${statusText(status)} now. You cannot ${acts[event.type]} it.`,
    role: `Only a member of its team, or a Rescue Captain or higher, can ${acts[event.type]} this case.`,
  });
}

/** The refusal for an incident without an open case (DECISIONS 27). */
export const noOpenCase = (status: string) =>
  new HttpError(409, `This incident is ${statusText(status)} now: it has no open case.`);
