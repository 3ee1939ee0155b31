import * as v from 'valibot';
import { IncidentReport, Incidents } from './incidents';
import { MaybeMovement } from './movement';
import { Id, WireId } from './primitives';

const Text = v.pipe(v.string(), v.minLength(1));
/** Milliseconds since 1970; the largest is the last moment that a Date can hold. */
const Time = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));
const Files = v.pipe(v.array(v.instance(File)), v.readonly());
/** A chat message on its way (S1 §4, "Sending"). */
const MessageContent = v.object({
  chat: v.variant('kind', [
    v.object({ kind: v.literal('incident'), chatId: Text }),
    v.object({ kind: v.literal('global') }),
  ]),
  /** The chat's name, shown in the tray. */
  chatName: v.string(),
  /** The body that is published. Its clientMessageId is the submission's id. */
  body: v.object({
    text: v.nullable(v.string()),
    clientMessageId: Text,
    parentMessageId: v.nullable(WireId),
    mediaUrl: v.nullable(v.string()),
    mediaType: v.nullable(v.string()),
  }),
  /** The file that is uploaded first; after that its address is in `body`. Null for text alone. */
  media: v.nullable(v.object({ blob: v.instance(Blob), name: v.string() })),
});

/** A report on its way (S1 §7, POST /api/incidents/report). */
const ReportContent = v.object({
  details: IncidentReport,
  /** The images, videos and sounds to send. */
  files: Files,
  /** Whether the member has said that it is not one of the similar incidents. */
  isNew: v.boolean(),
  /** The similar incidents that the member is asked about. Empty if there are none. */
  similar: v.pipe(Incidents, v.readonly()),
});

/** What a case submission is about, and how the tray names it. */
const caseFields = {
  incidentId: Id,
  /** The animal and the place, as the tray names the case. */
  label: v.string(),
};

/** Who takes part in a case, with which it begins (S2 §7, …/initiate-confirm). */
const InitiationContent = v.object({
  ...caseFields,
  participatingUserIds: v.pipe(v.array(WireId), v.minLength(1), v.readonly()),
});

/** A completed case (S2 §7, …/complete). */
const CompletionContent = v.object({
  ...caseFields,
  resolutionNotes: Text,
  /** Where the device was; null where that is not known. */
  place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
  files: Files,
});

/** What a member says of their way to the animal (DECISIONS 154). It was said when the submission was made. */
const MovementContent = v.object({ ...caseFields, movement: MaybeMovement });

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
  /** Whose kit it is: the member's own. */
  userId: Text,
  /** The id of the kit's item, not of the inventory's. */
  itemId: Text,
  name: v.string(),
  used: v.pipe(v.number(), v.minValue(1)),
  /** What the member saw left after it. */
  left: v.pipe(v.number(), v.minValue(0)),
});

const envelope = {
  /** Made on the device: the clientMessageId or Idempotency-Key of every try. */
  id: v.pipe(Text, v.maxLength(100)),
  /** When the member submitted it. */
  queuedAt: Time,
  /** The state of the submission chart in which it is kept on the device. */
  status: v.picklist(['waiting', 'asking', 'refused']),
  /** Whether a try may have reached the server without an answer. */
  wasTried: v.boolean(),
  /** The member has pressed Retry, and nothing has gone out since: the next try may go out though an earlier one is unclear. */
  isByHand: v.optional(v.boolean()),
  /** Why the server refused it, or null. */
  reason: v.nullable(v.string()),
};
const MessageSubmission = v.pipe(
  v.object({ ...envelope, kind: v.literal('message'), content: MessageContent }),
  v.check(({ id, content }) => id === content.body.clientMessageId, 'A message is kept under its clientMessageId.'),
);
const ReportSubmission = v.object({ ...envelope, kind: v.literal('report'), content: ReportContent });
const InitiationSubmission = v.object({ ...envelope, kind: v.literal('initiation'), content: InitiationContent });
const CompletionSubmission = v.object({ ...envelope, kind: v.literal('completion'), content: CompletionContent });
const MovementSubmission = v.object({ ...envelope, kind: v.literal('movement'), content: MovementContent });
const RequisitionSubmission = v.object({ ...envelope, kind: v.literal('requisition'), content: RequisitionContent });
const KitUseSubmission = v.object({ ...envelope, kind: v.literal('kitUse'), content: KitUseContent });

/** Something a member has done that must not be lost, as it is kept on the device until the server has it. */
export const Submission = v.union([
  MessageSubmission,
  ReportSubmission,
  InitiationSubmission,
  CompletionSubmission,
  MovementSubmission,
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
export type RequisitionSubmission = SubmissionOf<'requisition'>;
export type KitUseSubmission = SubmissionOf<'kitUse'>;
