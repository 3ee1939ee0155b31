import { useSelector } from '@xstate/react';
import { ImagePlus } from 'lucide-react';
import { type AttachmentsRef, selectIsPreparing } from '../../../machines/attachments.machine';
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

/** Picks the photos, videos and sounds of a report or a note. On touch screens there is also a button for the camera (S1 §2, §5). */
export function MediaPicker({ attachments, failure, disabled = false, onChoose }: MediaPickerProps) {
  const isPreparing = useSelector(attachments, selectIsPreparing);

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
      <AttachmentStrip attachments={attachments} />
      <p className={styles.hint} role="status">
        {isPreparing && 'Making photos smaller…'}
      </p>
      <p className={styles.error} role="alert">
        {failure}
      </p>
    </fieldset>
  );
}
