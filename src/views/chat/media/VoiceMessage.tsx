import { rowKey } from '../../../rules/messages';
import { AudioPlayer } from './AudioPlayer';
import type { MediaProps } from './MessageMedia';

interface VoiceMessageProps extends MediaProps {
  /** The recording itself while it is on its way. */
  file: Blob | undefined;
}

/** A voice message, or any other sound, in the list. */
export function VoiceMessage({ message, address, file, isCurrent }: VoiceMessageProps) {
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
