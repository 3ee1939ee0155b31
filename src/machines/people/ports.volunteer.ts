import type { Kit } from '../../contract/supplies';
import type { VolunteerField } from '../../rules/peopleTexts';
import type { VolunteerDraft } from '../../rules/volunteerChanges';
import { call } from '../ports';

/** GET /api/first-aid-kit/{userId}. Rejects with a CallFailure. */
export const fetchVolunteerKit = call<Kit, { readonly userId: string }>('fetchVolunteerKit');

/** One of the up to three PUTs of Save: `draft` holds the new value of the field. Rejects with a CallFailure. */
export const saveVolunteer = call<
  unknown,
  { readonly userId: string; readonly field: VolunteerField; readonly draft: VolunteerDraft }
>('saveVolunteer');
