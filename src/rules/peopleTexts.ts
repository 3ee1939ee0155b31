import { CallFailure, messageOr, statusOf } from '../contract/failure';

/** S2 §8, "Volunteers"; the same when there was no answer (DECISIONS P1). */
export const VOLUNTEERS_FAILURE = 'Failed to fetch volunteers.';

/** S2 §8, "Volunteers", of one volunteer (DECISIONS P4): an answer that is not OK, or none and one that cannot be read. */
export const volunteerFailureText = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'refused'
    ? 'Failed to fetch user details.'
    : 'Failed to load user details.';

/** Only the place of the kit says so; the rest of the page stays. */
export const KIT_ITEMS_FAILURE = 'Failed to fetch kit items.';

/** What an admin changes of a volunteer, in the order in which it is saved. */
export type VolunteerField = 'position' | 'experience' | 'roles';

/** S2 §8, "Volunteers", after Save. */
export const savingTexts = {
  saved: 'Changes saved successfully!',
  failed: 'One or more updates failed.',
  /** Stands beside it: which update, and why if the server says. */
  which: (field: VolunteerField, error: unknown) => {
    const label = { position: 'Position', experience: 'Experience', roles: 'Roles' }[field];
    const reason = messageOr(error, '');
    return reason ? `${label}: ${reason}` : `${label} could not be saved.`;
  },
} as const;

/** S2 §8 and DECISIONS P2, "Approvals". */
export const approvalTexts = {
  listFailure: 'Could not fetch pending users.',
  failure: (act: 'authorize' | 'deny', firstName: string) => `Failed to ${act} ${firstName}. Please try again.`,
  decided: (act: 'authorize' | 'deny', name: string) =>
    act === 'authorize' ? `${name} was authorized.` : `${name} was denied.`,
  /** Of two admins at once the second hears this. */
  overtaken: (name: string) => `Somebody else has already decided about ${name}.`,
} as const;

/** Whether somebody else has decided about a sign-up meanwhile: it is gone, or a member already (DECISIONS 1). */
export const isOvertaken = (error: unknown) => [404, 409].includes(statusOf(error));
