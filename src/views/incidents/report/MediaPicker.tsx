import { useSelector } from '@xstate/react';
import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import {
  type Attachment,
  type AttachmentsRef,
  selectAttachments,
  selectIsPreparing,
} from '../../../machines/attachments.machine';
import { AttachmentStrip } from '../../chat/composer/Attachments';
import { Button } from '../../parts/buttons/Button';
import { CameraButton, FilePicker } from '../../parts/forms/FilePicker';
import styles from './Report.module.css';

interface MediaPickerProps {
  attachments: AttachmentsRef;
  /** Why a file was not accepted, or null. */
  failure: string | null;
  disabled?: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** A file that was taken out, and those that were left: once these have changed or were sent, there is no way back. */
interface Removed {
  readonly attachment: Attachment;
  readonly left: readonly Attachment[];
}

const idsOf = (files: readonly Attachment[]) => files.map(({ id }) => id).join();
/** Whether these are the same files, whether or not they are smaller by now. What was sent leaves another empty list. */
const isSame = (one: readonly Attachment[], other: readonly Attachment[]) =>
  one === other || (one.length > 0 && idsOf(one) === idsOf(other));

/** Picks the photos, videos and sounds of a report or a note. On touch screens there is also a button for the camera (S1 §2, §5). */
export function MediaPicker({ attachments, failure, disabled = false, onChoose }: MediaPickerProps) {
  const isPreparing = useSelector(attachments, selectIsPreparing);
  const files = useSelector(attachments, selectAttachments);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const putBack = ({ file, prepared }: Attachment) => {
    attachments.send({ type: 'files.restore', files: [prepared ?? file] });
    setRemoved(null);
  };

  return (
    <fieldset className={styles.media} disabled={disabled}>
      <legend>
        Photos, Video, Audio <span className={styles.hint}>Optional</span>
      </legend>
      <div className={styles.ways}>
        <CameraButton onChoose={onChoose} />
        <FilePicker label="Media" accept="image/*,video/*,audio/*" onChoose={onChoose}>
          {(open) => (
            <Button onClick={open}>
              <ImagePlus size={18} aria-hidden />
              Choose Files
            </Button>
          )}
        </FilePicker>
      </div>
      <AttachmentStrip
        attachments={attachments}
        onRemove={(attachment) => setRemoved({ attachment, left: selectAttachments(attachments.getSnapshot()) })}
      />
      <div className={styles.removed} role="status">
        {removed && isSame(removed.left, files) && (
          <>
            <span>Removed {removed.attachment.file.name}.</span>
            <Button variant="quiet" onClick={() => putBack(removed.attachment)}>
              Undo
            </Button>
          </>
        )}
      </div>
      <p className={styles.hint} role="status">
        {isPreparing && 'Making photos smaller…'}
      </p>
      <p className={styles.error} role="alert">
        {failure}
      </p>
    </fieldset>
  );
}
