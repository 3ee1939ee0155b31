import { useSelector } from '@xstate/react';
import { selectAudio, selectViewer, selectWaveforms } from '../../../machines/chat/media.select';
import { useChat } from '../chat';

/** The charts that show and play media, for views that are there only once the charts are. */
export function useMedia() {
  const { media } = useChat();
  const audio = useSelector(media, selectAudio);
  const viewer = useSelector(media, selectViewer);
  const waveforms = useSelector(media, selectWaveforms);
  return { audio, viewer, waveforms };
}
