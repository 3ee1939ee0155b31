import { useSelector } from '@xstate/react';
import { Download, File, ImageOff, X } from 'lucide-react';
import { type CSSProperties, type SyntheticEvent, useRef } from 'react';
import type { Message } from '../../../contract/chats';
import { selectProgress, selectRefusal } from '../../../machines/submissions/queue.select';
import { isTemp, mediaLabel } from '../../../rules/chat/messages';
import { rowKey } from '../../../rules/chat/timeline';
import { shownAs } from '../../../rules/media/media';
import { fileNameOf, photoFrom, thumbnailOf } from '../../../rules/media/mediaAddress';
import { useApp } from '../../app';
import { useRetryOnReturn } from '../../parts/retries';
import { useDeletion } from '../../submissions/useSubmissions';
import { useChat } from '../chat';
import { AudioPlayer } from './AudioPlayer';
import styles from './Media.module.css';
import { useMediaSource } from './useMediaSource';
import { ViewerPart } from './viewerPart';

interface MediaProps {
  message: Message;
  /** The address of the media; null until it is known. */
  address: string | null;
  /** The Tab key stops here. */
  isCurrent: boolean;
}

interface MessageMediaProps {
  message: Message;
  isCurrent: boolean;
}

/** The picture, video, voice message or file of a message (S1 §3). Until it is uploaded, it is shown from this device. */
export function MessageMedia({ message, isCurrent }: MessageMediaProps) {
  const { address, file } = useMediaSource(message);
  const kind = shownAs(message.mediaType);
  const isWaiting = isTemp(message);
  const props = { message, address, isCurrent };
  if (address === null && !isWaiting) return <p className={styles.label}>{mediaLabel(message.mediaType)}</p>;
  return (
    <div className={styles.media} data-kind={kind}>
      {kind === 'IMAGE' && <Picture {...props} />}
      {kind === 'VIDEO' && <Clip {...props} />}
      {kind === 'AUDIO' && <VoiceMessage {...props} file={file} />}
      {kind === 'FILE' && <FileLink {...props} />}
      {isWaiting && <SendingRing clientMessageId={message.clientMessageId} isCurrent={isCurrent} />}
    </div>
  );
}

/**
 * A picture in the list. Its box has a fixed shape, so that nothing moves when the picture arrives. The gesture chart tells a tap,
 * which opens the viewer, from a double tap; keys and screen readers open the viewer at once.
 */
function Picture({ message, address, isCurrent }: MediaProps) {
  const { can } = useApp();
  const { viewer } = useChat();
  const image = useRef<HTMLImageElement>(null);
  const source = address && !isTemp(message) ? thumbnailOf(address, can) : (address ?? undefined);
  useRetryOnReturn(() => {
    if (!source || image.current?.dataset.missing === undefined) return;
    delete image.current.dataset.missing;
    // Setting the same address again makes the browser fetch it again.
    image.current.src = source;
  });
  return (
    <button
      type="button"
      className={styles.picture}
      tabIndex={isCurrent ? 0 : -1}
      aria-haspopup="dialog"
      data-tappable
      onClick={({ detail }) => detail === 0 && viewer.send({ type: 'viewer.open', message })}
    >
      <ImageOff className={styles.missing} aria-hidden />
      <img
        ref={image}
        src={source}
        data-full={address}
        {...message.mediaSize}
        alt={photoFrom(message.sender)}
        decoding="async"
        draggable={false}
        onLoad={({ currentTarget }) => {
          delete currentTarget.dataset.missing;
          ViewerPart.load();
        }}
        onError={takeFullPicture}
      />
    </button>
  );
}

/** Loads the original if the server has no thumbnail. */
function takeFullPicture({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
  const { full } = image.dataset;
  if (full && image.getAttribute('src') !== full) image.src = full;
  else image.dataset.missing = '';
}

/** A video in the list, with the browser's own controls. Playing it pauses voice messages. */
function Clip({ message, address, isCurrent }: MediaProps) {
  const { audio } = useChat();
  return (
    // biome-ignore lint/a11y/useMediaCaption: members' own recordings have no captions.
    <video
      className={styles.clip}
      src={address ?? undefined}
      aria-label={`Video from ${message.sender.firstName}`}
      tabIndex={isCurrent ? 0 : -1}
      controls
      playsInline
      preload="metadata"
      onPlay={() => audio.send({ type: 'audio.pause' })}
      // The video uses the arrow keys itself.
      onKeyDown={(event) => event.stopPropagation()}
    />
  );
}

interface VoiceMessageProps extends MediaProps {
  /** The recording itself, until it is uploaded. */
  file: Blob | undefined;
}

/** A voice message, or any other sound, in the list. */
function VoiceMessage({ message, address, file, isCurrent }: VoiceMessageProps) {
  return (
    <AudioPlayer
      id={rowKey(message)}
      label={`Voice message from ${message.sender.firstName}`}
      address={address}
      source={file ?? address}
      isCurrent={isCurrent}
    />
  );
}

/**
 * A file of any other type: a download link (S1 §3). If the API is at another origin, browsers open the file instead: beside the app, not
 * in its place.
 */
function FileLink({ message, address, isCurrent }: MediaProps) {
  return (
    <a
      href={address ?? undefined}
      className={styles.file}
      download
      target="_blank"
      rel="noreferrer"
      tabIndex={isCurrent ? 0 : -1}
    >
      <File size={22} aria-hidden />
      <span className={styles.fileName}>{fileNameOf(message.mediaUrl)}</span>
      <Download size={18} role="img" aria-label="Download" />
    </a>
  );
}

interface SendingRingProps {
  clientMessageId: string | null;
  isCurrent: boolean;
}

/** The progress of an upload, and a button that cancels it after a question. The ring is empty until the upload starts. */
function SendingRing({ clientMessageId, isCurrent }: SendingRingProps) {
  const { queue } = useChat();
  const askToDelete = useDeletion(queue);
  const progress = useSelector(queue, selectProgress(clientMessageId));
  const refusal = useSelector(queue, selectRefusal(clientMessageId));
  if (clientMessageId === null || refusal !== null) return null;
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <button
      type="button"
      className={styles.ring}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={progress === undefined ? 'Cancel sending' : `Cancel sending, ${percent} percent uploaded`}
      title="Cancel sending"
      onClick={() => askToDelete(clientMessageId)}
    >
      <svg viewBox="0 0 44 44" aria-hidden style={{ '--percent': percent } as CSSProperties}>
        <circle cx="22" cy="22" r="19" pathLength="100" className={styles.track} />
        <circle cx="22" cy="22" r="19" pathLength="100" className={styles.progress} />
      </svg>
      <X size={18} aria-hidden />
    </button>
  );
}
