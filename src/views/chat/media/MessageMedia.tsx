import type { Message } from '../../../contract/chats';
import { shownAs } from '../../../rules/media';
import { isTemp, mediaLabel } from '../../../rules/messages';
import { Clip } from './Clip';
import { FileLink } from './FileLink';
import styles from './Media.module.css';
import { Picture } from './Picture';
import { SendingRing } from './SendingRing';
import { useMediaSource } from './useMediaSource';
import { VoiceMessage } from './VoiceMessage';

export interface MediaProps {
  message: Message;
  /** Null for the moment until it is known. */
  address: string | null;
  /** The Tab key leads here. */
  isCurrent: boolean;
}

interface MessageMediaProps {
  message: Message;
  isCurrent: boolean;
}

/** The picture, video, voice message or file of a message (S1 §3), as soon as it is sent: from this device until it is there. */
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
