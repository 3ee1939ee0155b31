import { useChat } from '../chat';
import styles from './Media.module.css';
import type { MediaProps } from './MessageMedia';

/** A video in the list, with the browser's own controls; of what plays, it is the one that is heard. */
export function Clip({ message, address, isCurrent }: MediaProps) {
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
      // The arrow keys are the video's own here.
      onKeyDown={(event) => event.stopPropagation()}
    />
  );
}
