import * as v from 'valibot';
import { FilesDraft } from './drafts';
import { IncidentReport, Incidents } from './incidents';
import { MaybeMovement } from './movement';
import { Id, MaybeId, WireId } from './primitives';

const Text = v.pipe(v.string(), v.minLength(1));
/** Milliseconds since 1970. The maximum is the last time that a Date can hold. */
const Time = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));
/** A chat message on its way (S1 §4, "Sending"). */
const MessageContent = v.object({
  chat: v.variant('kind', [
    v.object({ kind: v.literal('incident'), chatId: Text }),
    v.object({ kind: v.literal('global') }),
  ]),
  /** The chat's name, shown in the tray. */
  chatName: v.string(),
  /** The incident of a case's chat. If nothing can be written there any more, the message can become a note of it (DECISIONS 351). */
  incidentId: v.optional(Id),
  /** The body of the SEND frame. Its clientMessageId is the submission's id. */
  body: v.object({
    text: v.nullable(v.string()),
    clientMessageId: Text,
    parentMessageId: v.nullable(WireId),
    mediaUrl: v.nullable(v.string()),
    mediaType: v.nullable(v.string()),
  }),
  /** The file that is uploaded first; afterwards `body` has its address. Null without a file. */
  media: v.nullable(v.object({ blob: v.instance(Blob), name: v.string() })),
});

/** A report on its way (S1 §7, POST /api/incidents/report). */
const ReportContent = v.object({
  details: IncidentReport,
  /** The images, videos and sounds to send. */
  files: FilesDraft,
  /** Whether the member has answered that the report is none of the similar incidents. */
  isNew: v.boolean(),
  /** The similar incidents that the member is asked about. Empty if there are none. */
  similar: v.pipe(Incidents, v.readonly()),
});

/** The incident of a submission about a case or an incident. */
const caseFields = {
  incidentId: Id,
  /** The animal and the place; the tray shows them as the case's name. */
  label: v.string(),
};

/** An initiation: the members who take part in a case (S2 §7, …/initiate-confirm). */
const InitiationContent = v.object({
  ...caseFields,
  participatingUserIds: v.pipe(v.array(WireId), v.minLength(1), v.readonly()),
});

/** A completion of a case (S2 §7, POST /api/cases/{incidentId}/close). */
const CompletionContent = v.object({
  ...caseFields,
  /** The case's chat, if it is known. */
  chatId: MaybeId,
  resolutionNotes: Text,
  /** The position of the device; null if it is not known. */
  place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
  files: FilesDraft,
});

/** A member's report of being on the way to the animal (DECISIONS 154). Its time is `queuedAt`. */
const MovementContent = v.object({ ...caseFields, movement: MaybeMovement });

/** A member's addition to an incident (DECISIONS 170). */
const NoteContent = v.object({
  ...caseFields,
  /**
   * How far the server's clock was ahead of this device's when it was written, in milliseconds: its time is so much later than `queuedAt`.
   * Stored, because every try has to tell the same time.
   */
  ahead: v.optional(v.number()),
  text: v.string(),
  files: FilesDraft,
  /** The fields of the report from which it was made (DECISIONS 170), so that the animal can still be reported by itself. */
  report: v.optional(IncidentReport),
});

/** A request for supplies (S2 §7, POST /api/requisitions). */
const RequisitionContent = v.object({
  items: v.pipe(
    v.array(v.object({ inventoryItemId: WireId, name: v.string(), quantity: v.pipe(v.number(), v.minValue(1)) })),
    v.minLength(1),
    v.readonly(),
  ),
});

/** The use of an item of the member's own kit (S2 §7, DECISIONS K1). */
const KitUseContent = v.object({
  /** The owner of the kit: the member. */
  userId: Text,
  /** The id of the item in the kit, not in the inventory. */
  itemId: Text,
  name: v.string(),
  used: v.pipe(v.number(), v.minValue(1)),
  /** The quantity that the member's screen showed after the use. */
  left: v.pipe(v.number(), v.minValue(0)),
});

const envelope = {
  /** Created on the device. It is the clientMessageId or Idempotency-Key of every try. */
  id: v.pipe(Text, v.maxLength(100)),
  /** When the member submitted it. */
  queuedAt: Time,
  /** The state of the submission chart that is stored on the device. */
  status: v.picklist(['waiting', 'asking', 'refused']),
  /** Whether an earlier try without an answer may have reached the server. */
  wasTried: v.boolean(),
  /** Of a completion: whether it replaces another one, with another key, that may have reached the server (DECISIONS 73). */
  replacesTried: v.optional(v.boolean()),
  /**
   * Whether the member has pressed Retry and it has not been sent since. The next try is then made even if the result of an earlier
   * one is not known.
   */
  isByHand: v.optional(v.boolean()),
  /** Why the server refused it, or null. */
  reason: v.nullable(v.string()),
  /** The HTTP status with which the server refused it; 0 if it was refused without one. */
  refusedBy: v.optional(v.number()),
};
const MessageSubmission = v.pipe(
  v.object({ ...envelope, kind: v.literal('message'), content: MessageContent }),
  v.check(({ id, content }) => id === content.body.clientMessageId, 'A message is kept under its clientMessageId.'),
);
const ReportSubmission = v.object({ ...envelope, kind: v.literal('report'), content: ReportContent });
const InitiationSubmission = v.object({ ...envelope, kind: v.literal('initiation'), content: InitiationContent });
const CompletionSubmission = v.object({ ...envelope, kind: v.literal('completion'), content: CompletionContent });
const MovementSubmission = v.object({ ...envelope, kind: v.literal('movement'), content: MovementContent });
const NoteSubmission = v.object({ ...envelope, kind: v.literal('note'), content: NoteContent });
const RequisitionSubmission = v.object({ ...envelope, kind: v.literal('requisition'), content: RequisitionContent });
const KitUseSubmission = v.object({ ...envelope, kind: v.literal('kitUse'), content: KitUseContent });

/** An act of a member that must not be lost. It is kept on the device until the server has confirmed it. */
export const Submission = v.union([
  MessageSubmission,
  ReportSubmission,
  InitiationSubmission,
  CompletionSubmission,
  MovementSubmission,
  NoteSubmission,
  RequisitionSubmission,
  KitUseSubmission,
]);
export type Submission = v.InferOutput<typeof Submission>;
export type SubmissionKind = Submission['kind'];
export type SubmissionOf<Kind extends SubmissionKind> = Extract<Submission, { kind: Kind }>;
export type MessageSubmission = SubmissionOf<'message'>;
export type ReportSubmission = SubmissionOf<'report'>;
export type InitiationSubmission = SubmissionOf<'initiation'>;
export type CompletionSubmission = SubmissionOf<'completion'>;
export type MovementSubmission = SubmissionOf<'movement'>;
export type NoteSubmission = SubmissionOf<'note'>;
export type RequisitionSubmission = SubmissionOf<'requisition'>;
export type KitUseSubmission = SubmissionOf<'kitUse'>;
