import type { AttachmentsSnapshot } from './attachments.machine';

export const selectAttachments = (snapshot: AttachmentsSnapshot) => snapshot.context.attachments;
export const selectIsPreparing = (snapshot: AttachmentsSnapshot) => snapshot.matches('preparing');
