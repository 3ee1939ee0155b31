import * as v from 'valibot';
import { Latitude, Longitude } from './coordinates';
import type { TextField } from './incidentFields';
import { listOf } from './lists';
import { MovingMember } from './movement';
import { IncidentNote } from './notes';
import { requiredLine } from './people';
import {
  AnyNumber,
  extra,
  extraOr,
  Id,
  MaybeId,
  OptionalId,
  OptionalPhoto,
  OptionalSize,
  OptionalText,
  PHONE_MESSAGE,
  phonePattern,
} from './primitives';

/** S1 §4, "Incident statuses". */
export const incidentStatuses = ['REPORTED', 'ASSIGNED', 'IN_PROGRESS', 'ONGOING', 'RESOLVED', 'CLOSED'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/** S1 §3, animalType; the first is the default. */
export const animalTypes = ['DOG', 'CAT', 'CATTLE', 'BIRD', 'OTHER'] as const;
export type AnimalType = (typeof animalTypes)[number];

/** How soon help is needed, from the least to the most urgent; beyond the specification. */
const severities = ['CAN_WAIT', 'TODAY', 'NOW'] as const;
export type Severity = (typeof severities)[number];
const MaybeSeverity = v.nullable(v.picklist(severities, 'A severity is NOW, TODAY, CAN_WAIT or null.'));
/** The reporter's answer. Only our server sends it. A value that this version of the app does not know counts as no answer. */
export const OptionalSeverity = v.optional(v.fallback(MaybeSeverity, null));

/** A coordinate in degrees, or null. It may be missing or an empty text on the wire. */
const OptionalDegrees = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), null),
  v.transform((given) => (typeof given === 'string' && given.trim() === '' ? null : given)),
  v.nullable(AnyNumber),
);

/** S2 §3, "Media file". `caseId` is null for media of the report and of notes. */
export const MediaFile = v.object({
  id: Id,
  /** A path relative to the API base (DECISIONS 6). */
  url: OptionalText,
  mediaType: OptionalText,
  size: OptionalSize,
  caseId: OptionalId,
  /** The note to which it belongs. Only our server sends it. */
  noteId: MaybeId,
});
export type MediaFile = v.InferOutput<typeof MediaFile>;

/** A member who has shown interest in an incident, S2 §3. */
export const InterestedUser = v.object({ id: Id, firstName: OptionalText });
export type InterestedUser = v.InferOutput<typeof InterestedUser>;

/**
 * The one shape of an incident, S1 §3 and S2 §3 (DECISIONS 5). Status and animal type are read as any text, because other servers
 * may have their own.
 */
export const Incident = v.object({
  id: Id,
  status: OptionalText,
  animalType: OptionalText,
  informerName: OptionalText,
  contactNumber: OptionalText,
  location: OptionalText,
  description: OptionalText,
  latitude: OptionalDegrees,
  longitude: OptionalDegrees,
  /** ISO 8601, UTC; null if unknown ('N/A', S1 §2). */
  reportedAt: v.nullish(v.string(), null),
  lastUpdated: v.nullish(v.string(), null),
  /** The number of closed cases of the incident (DECISIONS 28). */
  caseCount: v.nullish(AnyNumber, 0),
  mediaFileCount: v.nullish(AnyNumber, 0),
  mediaFiles: v.nullish(listOf(MediaFile), []),
  interestedUsers: v.nullish(listOf(InterestedUser), []),
  /** The team of the open case, sorted by first name. Null if it is unknown: only our server sends it (DECISIONS 154). */
  team: extraOr(listOf(MovingMember), null),
  severity: OptionalSeverity,
  /** The members' additions, the latest first. Only our server sends them, and not in lists (DECISIONS 170). */
  notes: extra(listOf(IncidentNote)),
  /** The first picture, as a path like `url` of a file. Only our server sends it. */
  photoUrl: OptionalPhoto,
  /** The chat of the newest case, open or closed, if the caller may enter it. Only our server sends it, and not in lists. */
  chatId: MaybeId,
});
export type Incident = v.InferOutput<typeof Incident>;
export const Incidents = listOf(Incident);

const requiredText = (label: string) =>
  v.pipe(
    v.string(`${label} is required.`),
    v.trim(),
    v.minLength(1, `${label} is required.`),
    v.maxLength(2000, `${label} may have at most 2000 characters.`),
  );

const details = {
  informerName: requiredLine('Informer name'),
  contactNumber: v.pipe(v.string(PHONE_MESSAGE), v.regex(phonePattern, PHONE_MESSAGE)),
  animalType: v.picklist(animalTypes, 'Please choose an animal type.'),
  description: requiredText('Description'),
  location: requiredText('Location'),
} satisfies Record<TextField, v.GenericSchema>;

interface MaybePlace {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
}
const bothOrNeither = ({ latitude = null, longitude = null }: MaybePlace) =>
  (latitude === null) === (longitude === null);
/** Refuses a place that has only one of its two coordinates. */
export const BOTH_COORDINATES = 'Latitude and longitude belong together.';

/**
 * The JSON part 'incident' of a report; latitude and longitude are omitted when empty (S1 §7). `severity` is beyond the
 * specification and is sent only if the server has the capability 'severity' (DECISIONS 167).
 */
export const IncidentReport = v.pipe(
  v.strictObject({
    ...details,
    latitude: v.optional(Latitude),
    longitude: v.optional(Longitude),
    severity: v.optional(MaybeSeverity),
  }),
  v.check((report) => bothOrNeither(report), BOTH_COORDINATES),
);
export type IncidentReport = v.InferOutput<typeof IncidentReport>;

const editable = {
  ...details,
  latitude: v.nullish(Latitude, null),
  longitude: v.nullish(Longitude, null),
  severity: v.optional(MaybeSeverity),
};

/**
 * What a captain writes in an edit, S2 §5. `severity` is beyond the specification: it is sent only if the captain has changed it, which
 * the app offers if the server has the capability 'severity' (DECISIONS 172). Without it the severity stays.
 */
export const IncidentEdit = v.pipe(
  v.strictObject(editable),
  v.check((edit) => bothOrNeither(edit), BOTH_COORDINATES),
);
export type IncidentEdit = v.InferOutput<typeof IncidentEdit>;

/**
 * The body of an edit, S2 §7. The number may be empty, because that of a former member is erased, and goes back as it came (DECISIONS 364,
 * C3). Our server refuses it if it is not empty there.
 */
export const IncidentEditBody = v.pipe(
  v.strictObject({
    ...editable,
    contactNumber: v.union([v.literal(''), details.contactNumber], PHONE_MESSAGE),
  }),
  v.check((edit) => bothOrNeither(edit), BOTH_COORDINATES),
);

/** The answer to a report, S1 §7. Both fields may be missing, and so may the body. */
export const ReportAnswer = v.nullable(v.object({ message: v.nullish(v.string(), null), incidentId: OptionalId }), {
  message: null,
  incidentId: null,
});
export type ReportAnswer = v.InferOutput<typeof ReportAnswer>;

/** S2 §7, PUT …/location. */
export const Coordinates = v.strictObject({ latitude: Latitude, longitude: Longitude });
export type Coordinates = v.InferOutput<typeof Coordinates>;

/** S2 §5: a reason is required. */
export const CloseRequest = v.strictObject({ reason: requiredText('A reason') });

/** S2 §7, DELETE: sent as the body, or as a query parameter (DECISIONS 8). */
export const DeleteRequest = v.strictObject({ archive: v.optional(v.boolean(), true) });

/** An answer with an optional message for people. */
export const MessageAnswer = v.pipe(
  v.unknown(),
  v.transform((answer) =>
    answer !== null && typeof answer === 'object' && 'message' in answer && typeof answer.message === 'string'
      ? answer.message
      : null,
  ),
);

/**
 * One entry of an incident's timeline. The server never changes or deletes entries. Beyond the specification; other servers send
 * none.
 */
export const IncidentChange = v.object({
  id: Id,
  /** The event of the incident's lifecycle, such as 'incident.resolve'. */
  event: OptionalText,
  /** ISO 8601, UTC. */
  at: v.string(),
  by: v.nullish(v.object({ id: Id, firstName: OptionalText }), null),
  statusBefore: v.nullish(v.string(), null),
  statusAfter: v.nullish(v.string(), null),
  /** The given reason, or the changed fields, in words. */
  note: v.nullish(v.string(), null),
});
export type IncidentChange = v.InferOutput<typeof IncidentChange>;

/** S2 §3, "Case history". */
export const CaseHistoryEntry = v.object({
  caseId: Id,
  closedAt: v.nullish(v.string(), null),
  assignedBy: v.nullish(v.string(), null),
  resolutionNotes: OptionalText,
  teamName: OptionalText,
  /** Its chat, if the caller may enter it. Only our server sends it. */
  chatId: MaybeId,
  teamMembers: v.nullish(listOf(v.object({ userId: Id, firstName: OptionalText })), []),
});
export type CaseHistoryEntry = v.InferOutput<typeof CaseHistoryEntry>;
export const IncidentHistory = v.object({
  cases: v.nullish(listOf(CaseHistoryEntry), []),
  changes: v.nullish(listOf(IncidentChange), []),
});
export type IncidentHistory = v.InferOutput<typeof IncidentHistory>;
