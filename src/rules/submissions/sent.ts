import type { MyCase } from '../../contract/cases';
import type { Incident } from '../../contract/incidents';
import type {
  CompletionSubmission,
  InitiationSubmission,
  MovementSubmission,
  NoteSubmission,
  Submission,
} from '../../contract/submissions';
import { hasNote, noteDetailsOf } from './note';

// What a member has sent is shown as done until data come that were requested afterwards: earlier data may lack it, and the member
// would do it again.

/** What a member does about an incident or its case through the queue of submissions. */
export type IncidentAct = CompletionSubmission | InitiationSubmission | MovementSubmission | NoteSubmission;

const kinds: readonly string[] = ['completion', 'initiation', 'movement', 'note'] satisfies IncidentAct['kind'][];
export const isIncidentAct = (submission: Submission): submission is IncidentAct => kinds.includes(submission.kind);

/** The member, as an incident's notes name them. */
type Me = { readonly id: string; readonly firstName: string };

/** The member's cases with what was sent about them. A completed one is gone. */
export const casesAfter = (cases: readonly MyCase[], sent: readonly IncidentAct[]): readonly MyCase[] =>
  sent.reduce(
    (before, { kind, content }) =>
      before.flatMap((one) => {
        if (one.incidentId !== content.incidentId) return one;
        if (kind === 'completion') return [];
        if (kind === 'initiation') return one.status === 'ASSIGNED' ? { ...one, status: 'IN_PROGRESS' } : one;
        return kind === 'movement' ? { ...one, movement: content.movement } : one;
      }),
    cases,
  );

/** An incident with the member's movements and notes that were sent. The photos of a note are shown when the server tells them. */
export const incidentAfter = (incident: Incident, sent: readonly IncidentAct[], me: Me): Incident =>
  sent.reduce((before, one) => (one.content.incidentId === before.id ? afterOne(before, one, me) : before), incident);

function afterOne(incident: Incident, one: IncidentAct, me: Me): Incident {
  if (one.kind === 'movement') {
    const { movement } = one.content;
    const said = { movement, movedAt: movement && new Date(one.queuedAt).toISOString() };
    return {
      ...incident,
      team: incident.team?.map((member) => (member.userId === me.id ? { ...member, ...said } : member)) ?? null,
    };
  }
  if (one.kind !== 'note' || hasNote(incident, one, me.id)) return incident;
  return { ...incident, notes: [{ id: one.id, by: me, ...noteDetailsOf(one) }, ...(incident.notes ?? [])] };
}
