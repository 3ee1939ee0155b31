import { useSelector } from '@xstate/react';
import { AudioLines, Camera, ImageOff, ImageUp, Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { uploadLimits } from '../../../contract/uploads';
import { type Attachment, type AttachmentsRef, selectAttachments } from '../../../machines/attachments.machine';
import {
  selectAttachmentsActor,
  selectCanAttach,
  selectMediaBlockedBy,
  selectRecordingActor,
} from '../../../machines/chat/composer.select';
import { kindOf } from '../../../rules/media/media';
import { IconButton } from '../../parts/buttons/IconButton';
import { CameraButton, FilePicker } from '../../parts/forms/FilePicker';
import { Spinner } from '../../parts/Spinner';
import { Supervised } from '../../parts/Supervised';
import { useObjectUrl } from '../../parts/useObjectUrl';
import { useChat } from '../chat';
import styles from './Attach.module.css';
import { useFileDrops } from './useFileDrops';
import { VoiceBar } from './Voice';

/** The attached files and the recording, above the text box, and the area for dropped files. */
export function Attached() {
  const { composer } = useChat();
  const attachments = useSelector(composer, selectAttachmentsActor);
  const recording = useSelector(composer, selectRecordingActor);
  return (
    <>
      <AttachmentStrip attachments={attachments} />
      <Supervised actor={recording}>
        <VoiceBar recording={recording} />
      </Supervised>
      <DropZone />
    </>
  );
}

/**
 * Opens the browser's file picker, which offers images and videos (S1 §2, §5).
 * @param isRest whether it gets the focus of a control of the composer that is removed
 */
export function AttachButton({ isRest }: { isRest: boolean }) {
  const { attaching, take } = useAttaching();
  return (
    <FilePicker label="Media" accept="image/*,video/*" onChoose={take}>
      {(open) => (
        <IconButton label="Send Image/Video" data-rest={isRest || undefined} {...attaching} onClick={open}>
          <Paperclip size={22} aria-hidden />
        </IconButton>
      )}
    </FilePicker>
  );
}

/** Takes a photo, on phones that have room for the button. */
export function PhotoButton({ isOffered }: { isOffered: boolean }) {
  const { attaching, take } = useAttaching();
  return (
    <CameraButton onChoose={take}>
      {(open) =>
        // Only the button is removed; the hidden file input stays. A draft may be restored while the camera is open, and the photo must
        // still arrive.
        isOffered && (
          <IconButton label="Take a Photo" className={styles.camera} {...attaching} onClick={open}>
            <Camera size={22} aria-hidden />
          </IconButton>
        )
      }
    </CameraButton>
  );
}

function useAttaching() {
  const { composer } = useChat();
  const canAttach = useSelector(composer, selectCanAttach);
  const blockedBy = useSelector(composer, selectMediaBlockedBy);
  return {
    attaching: { disabled: !canAttach, reason: blockedBy ?? undefined },
    take: (files: readonly File[]) => composer.send({ type: 'files.arrived', files }),
  };
}

interface AttachmentStripProps {
  attachments: AttachmentsRef;
  onRemove?: (attachment: Attachment) => void;
}

/** The files of the next message, side by side. */
export function AttachmentStrip({ attachments, onRemove }: AttachmentStripProps) {
  const files = useSelector(attachments, selectAttachments);
  return (
    <FileStrip
      files={files}
      onRemove={(attachment) => {
        attachments.send({ type: 'file.remove', id: attachment.id });
        onRemove?.(attachment);
      }}
    />
  );
}

interface FileStripProps {
  files: readonly Attachment[];
  onRemove: (attachment: Attachment) => void;
}

/** Files side by side, each with a button that removes it. */
export function FileStrip({ files, onRemove }: FileStripProps) {
  const [removed, setRemoved] = useState(0);
  if (files.length === 0) return null;
  return (
    <ul className={styles.strip} aria-label="Attached files" data-unsent data-rests-at="[data-rest-file], [data-rest]">
      {files.map((attachment, place) => (
        <AttachedFile
          key={attachment.id}
          attachment={attachment}
          // The focus of the button of a removed file goes to that of the next file.
          isRest={place === Math.min(removed, files.length - 1)}
          onRemove={() => {
            setRemoved(place);
            onRemove(attachment);
          }}
        />
      ))}
    </ul>
  );
}

interface AttachedFileProps {
  attachment: Attachment;
  /** Its Remove button gets the focus of one that goes. */
  isRest: boolean;
  onRemove: () => void;
}

/** One attached file: a preview, its name, and whether it is still being compressed (S1 §5). */
function AttachedFile({ attachment: { file, prepared }, isRest, onRemove }: AttachedFileProps) {
  const address = useObjectUrl(file) ?? undefined;
  const [isUnreadable, setIsUnreadable] = useState(false);
  const kind = kindOf(file.type);
  const limit = kind === null ? Number.POSITIVE_INFINITY : uploadLimits.mediaBytes[kind];
  const isLarge = prepared !== null && prepared.size > limit;
  return (
    <li className={styles.file}>
      <div className={styles.look} aria-busy={prepared === null}>
        {kind === 'IMAGE' &&
          (isUnreadable ? (
            <ImageOff size={28} aria-hidden />
          ) : (
            <img src={address} alt="" decoding="async" onError={() => setIsUnreadable(true)} />
          ))}
        {kind === 'VIDEO' && <video src={address} preload="metadata" muted playsInline aria-hidden tabIndex={-1} />}
        {kind === 'AUDIO' && <AudioLines size={28} aria-hidden />}
        {prepared === null && (
          <span className={styles.busy}>
            <Spinner label={`Compressing ${file.name}`} />
          </span>
        )}
      </div>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      {/* Only a warning: the server decides (DECISIONS 84), and may take what this browser cannot show. */}
      {(isUnreadable || isLarge) && (
        <p className={styles.warning} role="alert">
          {isUnreadable ? 'Cannot be read.' : `Over ${limit / 2 ** 20} MB.`} It may be refused.
        </p>
      )}
      <IconButton
        label={`Remove ${file.name}`}
        className={styles.remove}
        data-rest-file={isRest || undefined}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

/** While a chat is open, files can be pasted, or dropped anywhere on the page. Shows a hint while files are dragged over it. */
function DropZone() {
  const target = useRef<HTMLDivElement>(null);
  useFileDrops(target);

  return (
    <div ref={target} className={styles.target} aria-hidden>
      <ImageUp size={40} aria-hidden />
      <span>Drop files to attach them</span>
    </div>
  );
}
