import { useSelector } from '@xstate/react';
import { ImagePlus } from 'lucide-react';
import type { CompletionRef } from '../../machines/cases/completion.machine';
import { selectCompresses, selectFiles } from '../../machines/cases/completion.select';
import { FileStrip } from '../chat/composer/Attachments';
import { Button } from '../parts/buttons/Button';
import { CameraButton, FilePicker } from '../parts/forms/FilePicker';
import styles from './MyCases.module.css';

interface CompletionFilesProps {
  completion: CompletionRef;
  isLocked: boolean;
}

/** The images, videos and sounds of a completion, and the option to compress the images (S2 §5). */
export function CompletionFiles({ completion, isLocked }: CompletionFilesProps) {
  const files = useSelector(completion, selectFiles);
  const compresses = useSelector(completion, selectCompresses);
  const choose = (chosen: readonly File[]) => completion.send({ type: 'files.choose', files: chosen });
  return (
    <fieldset className={styles.media} disabled={isLocked}>
      <legend>
        Photos, Video, Audio <span className={styles.hint}>Optional</span>
      </legend>
      <div className={styles.ways}>
        <CameraButton onChoose={choose} />
        <FilePicker label="Media" accept="image/*,video/*,audio/*" onChoose={choose}>
          {(open) => (
            <Button onClick={open}>
              <ImagePlus size={18} aria-hidden /> Add Media
            </Button>
          )}
        </FilePicker>
      </div>
      <FileStrip
        files={files.map((file) => ({ id: file.name, file, prepared: file }))}
        onRemove={({ id }) => completion.send({ type: 'file.remove', name: id })}
      />
      <label className={styles.toggle}>
        <input type="checkbox" checked={compresses} onChange={() => completion.send({ type: 'compression.toggle' })} />
        Compress images before sending
      </label>
    </fieldset>
  );
}
