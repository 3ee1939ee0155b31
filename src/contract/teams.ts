import * as v from 'valibot';
import { listOf } from './lists';
import { AnyNumber, extra, extraOr, Id, keepWireUserId, MaybeId, OptionalText, WireId } from './primitives';

/** A team member, S1 §3 and S2 §3 (DECISIONS 5). */
const TeamMember = v.pipe(
  v.object({
    userId: WireId,
    firstName: OptionalText,
    fullName: OptionalText,
    /** Only our server sends it, to every member (DECISIONS 21). */
    phoneNumber: extra(v.string()),
  }),
  v.transform(keepWireUserId),
);

/** The team of an incident's open case, S1 §3 and S2 §3. `assignedBy` is a name. */
export const Team = v.object({
  teamName: OptionalText,
  assignedBy: v.nullish(v.string(), null),
  teamMembers: v.nullish(listOf(TeamMember), []),
});
export type Team = v.InferOutput<typeof Team>;

/** The contents of a team's kits, one line per item (S2 §3, "Team kit"). */
export const TeamKit = listOf(v.string());

const WireCandidate = v.object({
  userId: WireId,
  firstName: OptionalText,
  /** Tells volunteers who share a first name apart. Only our server sends it. */
  lastName: extra(v.string()),
  /** Tells volunteers who share a full name apart. Only our server sends it (DECISIONS 348). */
  phoneNumber: extra(v.string()),
  experienceLevel: OptionalText,
  /** Kilometres; null if one of the two places is unknown. */
  distanceFromIncident: v.nullish(AnyNumber, null),
  /** How many whole days ago the volunteer's place was stored. Only our server sends it (DECISIONS 372). */
  daysSinceLocated: extra(AnyNumber),
  isEngagedInActiveCase: v.nullish(v.boolean(), false),
  hasPreviouslyWorkedOnIncident: v.nullish(v.boolean(), false),
  hasShownInterest: v.nullish(v.boolean(), false),
  hasVehicle: v.nullish(v.boolean(), false),
  hasMedicineBox: v.nullish(v.boolean(), false),
  canProvideShelter: v.nullish(v.boolean(), false),
  /** 'Available' or 'Unavailable'; '' if not known. Only our server sends it (DECISIONS 257). */
  availabilityStatus: extraOr(v.string(), ''),
  /** The names of the items in their kit. Only our server sends them. */
  kitItems: extra(v.array(v.string())),
});
/** S2 §3, "Volunteer in assignment". */
export const Candidate = v.pipe(WireCandidate, v.transform(keepWireUserId));
export type Candidate = v.InferOutput<typeof Candidate>;
export const Candidates = listOf(Candidate);

/** S2 §5: at least one selected volunteer. */
export const AssignRequest = v.strictObject({
  userIds: v.pipe(v.array(Id), v.minLength(1, 'Please select at least one volunteer.'), v.maxLength(100)),
});

/** S2 §3, "Assignment result". */
export const Assignment = v.object({
  caseId: Id,
  teamName: OptionalText,
  teamMembers: v.nullish(listOf(TeamMember), []),
  /** The team's chat. Only our server sends it. */
  chatId: MaybeId,
});
export type Assignment = v.InferOutput<typeof Assignment>;
