import { useSelector } from '@xstate/react';
import { selectAttachmentsActor, selectRecordingActor } from '../../../machines/chat/composer.select';
import { useChat } from '../chat';
import { VoiceBar } from '../voice/VoiceBar';
import { AttachmentStrip } from './AttachmentStrip';
import { DropZone } from './DropZone';

/** What is attached and recorded, above the text box; and where files are dropped. */
export function Attached() {
  const { composer } = useChat();
  const attachments = useSelector(composer, selectAttachmentsActor);
  const recording = useSelector(composer, selectRecordingActor);
  return (
    <>
      <AttachmentStrip attachments={attachments} />
      <VoiceBar recording={recording} />
      <DropZone />
    </>
  );
}
