import * as v from 'valibot';
import { Message } from './chats';
import { TextFields } from './incidentFields';
import { WireId } from './primitives';

// Drafts as they are stored on the device. They are parsed when they are read, because stored data may be malformed.

const Files = v.pipe(v.array(v.instance(File)), v.readonly());

/** The draft of a chat message, and the text of an edit that is not saved yet. */
export const MessageDraft = v.object({
  text: v.string(),
  replyTo: v.nullable(Message),
  edit: v.optional(v.object({ message: Message, text: v.string() })),
});
export type MessageDraft = Readonly<v.InferOutput<typeof MessageDraft>>;

/** A voice message that was recorded and is not sent yet, with its length in seconds. */
const RecordingDraft = v.object({
  file: v.pipe(
    v.instance(File),
    v.check(({ type }) => type.startsWith('audio/')),
  ),
  duration: v.pipe(v.number(), v.finite(), v.minValue(0)),
});

/** A file of a chat message that is not sent yet: an attached image, video or sound (S1 §5), or a recording. */
export const FileDraft = v.union([
  v.pipe(
    v.instance(File),
    v.check(({ type }) => /^(image|video|audio)\//.test(type)),
  ),
  RecordingDraft,
]);
export type FileDraft = v.InferOutput<typeof FileDraft>;
/** The file itself. */
export const fileOf = (draft: FileDraft): File => (draft instanceof File ? draft : draft.file);
/** The beginning of the keys of all such files. */
export const FILE_DRAFTS = 'files/';
/** The beginning of the keys of those in one chat. What follows has no slash. */
export const fileDraftsOf = (chat: string) => `${FILE_DRAFTS}${chat}/`;
/** The chat that such a key belongs to. */
export const chatOfFile = (key: string) => key.slice(FILE_DRAFTS.length, key.lastIndexOf('/'));

/** The draft of a report: its fields, all as text (S1 §3, "Incident report payload"). */
export const ReportDraft = v.object({
  ...TextFields,
  latitude: v.string(),
  longitude: v.string(),
  severity: v.optional(v.string(), ''),
});
export type ReportDraft = Readonly<v.InferOutput<typeof ReportDraft>>;

/** The files of a form. */
export const FilesDraft = Files;
/** The key of a form's files. They have one of their own, so that they are not stored again at each pause of typing. */
export const formFilesOf = (form: string) => `${form}/photos`;
/** All keys of a form's draft. */
export const formKeys = (form: string) => [form, formFilesOf(form)];
/** The keys of the drafts of forms. The draft of a chat's message has the key of the chat. */
export const draftKeys = {
  report: 'report',
  requisition: 'requisition',
  completion: (caseKey: string) => `completion/${caseKey}`,
  note: (incidentId: string) => `note/${incidentId}`,
} as const;
/** Where earlier versions stored the files of a completion and of a note. */
const earlierFiles = v.optional(Files);

/** The draft of a completion, without its files. */
export const CompletionDraft = v.object({
  notes: v.string(),
  files: earlierFiles,
  /** Whether an earlier try, which the member has withdrawn, may have completed the case. */
  wasTried: v.boolean(),
  /** The animal and the place of the case, which may be in no list any more. Earlier versions did not store it. */
  label: v.optional(v.string()),
});
export type CompletionDraft = Readonly<v.InferOutput<typeof CompletionDraft>>;

/** The draft of a completion that this device has stored. */
export interface KeptCompletion {
  readonly caseKey: string;
  /** The animal and the place of the case; empty if they were not stored. */
  readonly label: string;
  readonly notes: string;
  readonly files: readonly File[];
}

/** The draft of a note to an incident, without its files. */
export const NoteDraft = v.object({ text: v.string(), files: earlierFiles });
export type NoteDraft = Readonly<v.InferOutput<typeof NoteDraft>>;

/** The items of a request for supplies that is not sent yet. */
export const RequisitionDraft = v.object({
  lines: v.pipe(v.array(v.object({ inventoryItemId: WireId, name: v.string(), quantity: v.string() })), v.readonly()),
});
export type RequisitionDraft = Readonly<v.InferOutput<typeof RequisitionDraft>>;
