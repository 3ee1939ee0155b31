import { useSelector } from '@xstate/react';
import { Camera, ImagePlus } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { type AttachmentsRef, selectIsPreparing } from '../../../machines/chat/attachments.machine';
import { AttachmentStrip } from '../../chat/composer/Attachments';
import { Button } from '../../parts/Button';
import { useMediaQuery } from '../../parts/useMediaQuery';
import styles from './Report.module.css';

interface MediaPickerProps {
  photos: AttachmentsRef;
  /** Why a file was not accepted, or null. */
  failure: string | null;
  disabled?: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** Picks the photos, videos and sounds of a report or a note. On touch screens there is also a button for the camera (S1 §2, §5). */
export function MediaPicker({ photos, failure, disabled = false, onChoose }: MediaPickerProps) {
  const isPreparing = useSelector(photos, selectIsPreparing);
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])]);
    // Otherwise picking the same file again after its removal would cause no change event.
    currentTarget.value = '';
  };

  return (
    <fieldset className={styles.media} disabled={disabled}>
      <legend>
        Photos, Video, Audio <span className={styles.hint}>Optional</span>
      </legend>
      <div className={styles.ways}>
        {hasCamera && (
          <Button onClick={() => camera.current?.click()}>
            <Camera size={18} aria-hidden />
            Take a Photo
          </Button>
        )}
        <Button onClick={() => picker.current?.click()}>
          <ImagePlus size={18} aria-hidden />
          Choose Files
        </Button>
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/*,video/*,audio/*"
        multiple
        hidden
        aria-label="Media"
        onChange={choose}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Camera"
        onChange={choose}
      />
      <AttachmentStrip attachments={photos} />
      <p className={styles.hint} role="status">
        {isPreparing && 'Making photos smaller…'}
      </p>
      <p className={styles.error} role="alert">
        {failure}
      </p>
    </fieldset>
  );
}
