import { useSelector } from '@xstate/react';
import type { RecordingRef } from '../../../machines/chat/recording.machine';
import { selectPhase } from '../../../machines/chat/recording.select';
import { RecordingBar } from './RecordingBar';
import { ReviewBar } from './ReviewBar';

/** What stands above the text box while a voice message is being made. */
export function VoiceBar({ recording }: { recording: RecordingRef }) {
  const phase = useSelector(recording, selectPhase);
  if (phase === 'none') return null;
  return phase === 'reviewing' ? <ReviewBar recording={recording} /> : <RecordingBar recording={recording} />;
}
