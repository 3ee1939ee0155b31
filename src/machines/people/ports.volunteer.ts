import type { Kit } from '../../contract/supplies';
import type { VolunteerField } from '../../rules/people/peopleTexts';
import type { VolunteerDraft } from '../../rules/people/volunteerChanges';
import { call } from '../ports';

/** GET /api/first-aid-kit/{userId}. Rejects with a CallFailure. */
export const fetchVolunteerKit = call<Kit, { readonly userId: string }>('fetchVolunteerKit');

export interface VolunteerSaving {
  readonly userId: string;
  readonly name: string;
  readonly field: VolunteerField;
  /** The fields that are to be saved after this one. */
  readonly later: readonly VolunteerField[];
  readonly draft: VolunteerDraft;
}

/** One of the up to three PUTs of Save: `draft` holds the new value of the field. Rejects with a CallFailure. */
export const saveVolunteer = call<unknown, VolunteerSaving>('saveVolunteer');
