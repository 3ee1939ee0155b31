import * as v from 'valibot';
import { Latitude, Longitude } from './coordinates';
import { BOTH_COORDINATES, OptionalSeverity } from './incidents';
import { listOf } from './lists';
import { MaybeMovement } from './movement';
import { AnyNumber, extra, Id, MaybeId, OptionalId, OptionalPhoto, OptionalText } from './primitives';

/** The statuses of a case, S2 §4. Lists of active cases contain no CLOSED case. */
const caseStatuses = ['ASSIGNED', 'IN_PROGRESS', 'CLOSED'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** One of the caller's active cases (DECISIONS 28). */
export const MyCase = v.object({
  caseId: OptionalId,
  incidentId: Id,
  status: OptionalText,
  animalType: OptionalText,
  location: OptionalText,
  description: OptionalText,
  teamName: OptionalText,
  reportedAt: v.nullish(v.string(), null),
  /** The member's own movement. Only our server sends it. */
  movement: v.optional(v.fallback(MaybeMovement, null)),
  /** The facts for the links on the case's card. Only our server sends them. */
  chatId: MaybeId,
  contactNumber: extra(v.string()),
  latitude: extra(AnyNumber),
  longitude: extra(AnyNumber),
  photoUrl: OptionalPhoto,
  severity: OptionalSeverity,
});
export type MyCase = v.InferOutput<typeof MyCase>;
export const MyCases = listOf(MyCase);

/** S2 §5: at least one participating member. */
export const NO_PARTICIPANT = 'Please select at least one participating member.';
export const InitiateRequest = v.strictObject({
  participatingUserIds: v.pipe(v.array(Id), v.minLength(1, NO_PARTICIPANT), v.maxLength(100)),
});

/** The JSON part 'details' of a completed case, S2 §7. The final coordinates are null if the place is not known. */
export const CompletionDetails = v.pipe(
  v.strictObject({
    resolutionNotes: v.pipe(
      v.string('Resolution notes are required.'),
      v.trim(),
      v.minLength(1, 'Resolution notes are required.'),
      v.maxLength(4000, 'Resolution notes may have at most 4000 characters.'),
    ),
    finalLatitude: v.nullish(Latitude, null),
    finalLongitude: v.nullish(Longitude, null),
  }),
  v.check(
    ({ finalLatitude, finalLongitude }) => (finalLatitude === null) === (finalLongitude === null),
    BOTH_COORDINATES,
  ),
);
export type CompletionDetails = v.InferOutput<typeof CompletionDetails>;
