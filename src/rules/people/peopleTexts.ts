import { CallFailure, messageOr, statusOf } from '../../contract/failure';

/** S2 §8, "Volunteers"; the same when there was no answer (DECISIONS P1). */
export const VOLUNTEERS_FAILURE = 'Failed to fetch volunteers.';

/**
 * S2 §8, "Volunteers": one volunteer could not be fetched. There is one text for an answer that is not OK, and one for no or an
 * unreadable answer (DECISIONS P4).
 */
export const volunteerFailureText = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'refused'
    ? 'Failed to fetch user details.'
    : 'Failed to load user details.';

/** Said of a list of people in which a search has found nobody. */
export const NOBODY_FITS = 'Nobody fits this search.';

/** Said of a list of volunteers that is empty. */
export const NO_VOLUNTEERS_YET = 'Volunteers appear here once they have been authorized.';

/** Shown in the place of a volunteer who was deleted while their page was open. */
export const VOLUNTEER_GONE = 'This volunteer is no longer a member.';

/** Shown in the place of the kit only; the rest of the page stays. */
export const KIT_ITEMS_FAILURE = 'Failed to fetch kit items.';

/** The fields that an admin changes, in the order in which they are saved. */
export type VolunteerField = 'position' | 'experience' | 'roles';

/** S2 §8, "Volunteers", after Save. */
export const savingTexts = {
  saved: 'Changes saved successfully!',
  failed: 'One or more updates failed.',
  /** Shown beside `failed`: the field, and the server's reason if there is one. */
  which: (field: VolunteerField, error: unknown) => {
    const label = { position: 'Position', experience: 'Experience', roles: 'Roles' }[field];
    const reason = messageOr(error, '');
    return reason ? `${label}: ${reason}` : `${label} could not be saved.`;
  },
  /** Said on another screen, after this one was left. */
  late: (field: VolunteerField, error: unknown) => `${savingTexts.failed} ${savingTexts.which(field, error)}`,
} as const;

/** S2 §8 and DECISIONS P2, "Approvals". */
export const approvalTexts = {
  listFailure: 'Could not fetch pending users.',
  failure: (act: 'authorize' | 'deny', firstName: string) => `Failed to ${act} ${firstName}. Please try again.`,
  decided: (act: 'authorize' | 'deny', name: string) =>
    act === 'authorize' ? `${name} was authorized.` : `${name} was denied.`,
  /** Shown to the second of two admins who decide at the same time. */
  overtaken: (name: string) => `Somebody else has already decided about ${name}.`,
  /** How it was decided, and by whom, cannot be told. */
  unclear: (name: string) => `${name} is no longer waiting for a decision.`,
} as const;

/** A fact about a member in a word. */
export const yesOrNo = (given: boolean) => (given ? 'Yes' : 'No');

/** The status 'Gone' of a decision about a sign-up that is no longer pending, if nobody can tell how it was decided (DECISIONS 340). */
export const UNCLEAR = 410;

/** Whether a sign-up is decided already: it is gone (404), already a member (409), or nobody knows (DECISIONS 1). */
export const isAlreadyDecided = (error: unknown) => [404, 409, UNCLEAR].includes(statusOf(error));
