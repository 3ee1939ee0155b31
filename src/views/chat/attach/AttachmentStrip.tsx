import { useSelector } from '@xstate/react';
import type { AttachmentsRef } from '../../../machines/chat/attachments.machine';
import { selectAttachments } from '../../../machines/chat/attachments.select';
import styles from './Attach.module.css';
import { AttachedFile } from './AttachedFile';

/** The files that go with the next message, one beside the other. */
export function AttachmentStrip({ attachments }: { attachments: AttachmentsRef }) {
  const files = useSelector(attachments, selectAttachments);
  if (files.length === 0) return null;
  return (
    <ul className={styles.strip} aria-label="Attached files">
      {files.map((attachment) => (
        <AttachedFile
          key={attachment.id}
          attachment={attachment}
          onRemove={() => attachments.send({ type: 'file.remove', id: attachment.id })}
        />
      ))}
    </ul>
  );
}
