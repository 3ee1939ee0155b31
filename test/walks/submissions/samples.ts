import type {
  CompletionSubmission,
  InitiationSubmission,
  KitUseSubmission,
  MessageSubmission,
  MovementSubmission,
  NoteSubmission,
  ReportSubmission,
  RequisitionSubmission,
  Submission,
} from '../../../src/contract/submissions';
import type { Item } from '../../../src/rules/submissions/queue';
import { incident } from '../incidents/reportSamples';

const noon = Date.parse('2026-03-10T12:00:00Z');
export const photo = new File(['photo'], 'dog.jpg', { type: 'image/jpeg' });
const envelope = { queuedAt: noon, status: 'waiting', wasTried: false, reason: null } as const;

/** A text of Mira's to the Global Chat, or to the chat of a case. */
export const text = (id: string, chatId: string | null = null): MessageSubmission => ({
  ...envelope,
  id,
  kind: 'message',
  content: {
    chat: chatId === null ? { kind: 'global' } : { kind: 'incident', chatId },
    chatName: chatId === null ? 'Global Chat' : 'Incident #5 · Dog',
    media: null,
    body: { text: `Text ${id}`, clientMessageId: id, parentMessageId: null, mediaUrl: null, mediaType: null },
  },
});

/** The same with a picture, which has not been uploaded. */
export const picture = (id: string, chatId: string | null = null): MessageSubmission => {
  const message = text(id, chatId);
  return { ...message, content: { ...message.content, media: { blob: photo, name: 'dog.jpg' } } };
};

/** A message after its file was uploaded. */
export const uploaded = (message: MessageSubmission, mediaUrl = '/media/7'): MessageSubmission => ({
  ...message,
  content: { ...message.content, body: { ...message.content.body, mediaUrl, mediaType: 'IMAGE' } },
});

/** A report of Mira's that has not been compared with the open incidents. */
export const report = (id: string, parts: Partial<ReportSubmission['content']> = {}): ReportSubmission => ({
  ...envelope,
  id,
  kind: 'report',
  content: {
    details: {
      informerName: 'Lata Rao',
      contactNumber: '9876543210',
      animalType: 'DOG',
      description: 'A dog with a hurt leg.',
      location: 'MG Road',
      latitude: 12.9716,
      longitude: 77.5946,
    },
    files: [photo],
    isNew: false,
    similar: [],
    ...parts,
  },
});

/** An open incident that is like the report. */
export const known = incident();

export const initiation = (id: string, incidentId = '3'): InitiationSubmission => ({
  ...envelope,
  id,
  kind: 'initiation',
  content: { incidentId, label: 'Dog, MG Road', participatingUserIds: ['mira', 'ravi'] },
});

export const completion = (id: string, incidentId = '3', chatId: string | null = null): CompletionSubmission => ({
  ...envelope,
  id,
  kind: 'completion',
  content: {
    incidentId,
    label: 'Dog, MG Road',
    chatId,
    resolutionNotes: 'The leg is in a cast.',
    place: null,
    files: [photo],
  },
});

/** Mira says that she is on her way. */
export const movement = (id: string, incidentId = '3'): MovementSubmission => ({
  ...envelope,
  id,
  kind: 'movement',
  content: { incidentId, label: 'Dog, MG Road', movement: 'ON_MY_WAY' },
});

/** A note of Mira's with a photo. */
export const note = (id: string, incidentId = '3'): NoteSubmission => ({
  ...envelope,
  id,
  kind: 'note',
  content: { incidentId, label: 'Dog, MG Road', text: 'It has moved.', files: [photo] },
});

export const requisition = (id: string, parts: Partial<RequisitionSubmission> = {}): RequisitionSubmission => ({
  ...envelope,
  id,
  kind: 'requisition',
  content: {
    items: [
      { inventoryItemId: '1', name: 'Bandage', quantity: 2 },
      { inventoryItemId: 9, name: 'Gauze', quantity: 1 },
    ],
  },
  ...parts,
});

/** The use of one bandage of Mira's kit. */
export const kitUse = (id: string, parts: Partial<KitUseSubmission['content']> = {}): KitUseSubmission => ({
  ...envelope,
  id,
  kind: 'kitUse',
  content: { userId: 'mira', itemId: 'b', name: 'Bandage', used: 1, left: 2, ...parts },
});

/** A submission as the queue of a page has it. */
export const item = (submission: Submission, parts: Partial<Item> = {}): Item => ({
  submission,
  keeping: 'kept',
  head: 'queued',
  tries: 0,
  trouble: null,
  fraction: 0,
  hasWaited: true,
  screen: null,
  ...parts,
});

/** The news that the third try to send a submission has failed, and that it is tried again later. */
export const backingOff = (id: string) => ({
  type: 'submission.moved' as const,
  id,
  status: 'backingOff' as const,
  tries: 3,
  trouble: { text: 'Media upload failed', isAnswered: true },
});
