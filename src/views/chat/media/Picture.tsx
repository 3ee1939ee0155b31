import { ImageOff } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import { photoFrom, thumbnailOf } from '../../../rules/mediaAddress';
import { isTemp } from '../../../rules/messages';
import { useChat } from '../chat';
import styles from './Media.module.css';
import type { MediaProps } from './MessageMedia';

/**
 * A picture in the list, in a box of a fixed shape, so that nothing moves when it arrives. A tap opens the viewer: when it
 * is clear that it is no double tap, so the gesture chart judges it; keys and screen readers open it at once.
 */
export function Picture({ message, address, isCurrent }: MediaProps) {
  const { viewer } = useChat();
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
        src={address && !isTemp(message) ? thumbnailOf(address) : (address ?? undefined)}
        data-full={address}
        {...message.mediaSize}
        alt={photoFrom(message.sender)}
        decoding="async"
        draggable={false}
        onLoad={({ currentTarget }) => delete currentTarget.dataset.missing}
        onError={takeFullPicture}
      />
    </button>
  );
}

/** A server that makes no small pictures still has the picture itself. */
function takeFullPicture({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
  const { full } = image.dataset;
  if (full && image.getAttribute('src') !== full) image.src = full;
  else image.dataset.missing = '';
}
