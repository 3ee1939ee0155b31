import { useSelector } from '@xstate/react';
import { selectAttachmentsActor, selectRecordingActor } from '../../../machines/chat/composer.late.select';
import { useChat } from '../chat';
import { RecordButton } from '../voice/RecordButton';
import { VoiceBar } from '../voice/VoiceBar';
import { AttachButton } from './AttachButton';
import { AttachmentStrip } from './AttachmentStrip';
import { DropZone } from './DropZone';

/** What is attached and recorded, above the text box; and where files are dropped. */
export function Attached() {
  const { composer } = useChat();
  const attachments = useSelector(composer, selectAttachmentsActor);
  const recording = useSelector(composer, selectRecordingActor);
  return (
    <>
      {attachments && <AttachmentStrip attachments={attachments} />}
      {recording && <VoiceBar recording={recording} />}
      {attachments && <DropZone />}
    </>
  );
}

/** The way to attach, once there is what attaches. */
export function Attach() {
  const attachments = useSelector(useChat().composer, selectAttachmentsActor);
  return attachments && <AttachButton />;
}

/** The way to record, once there is what records. */
export function Record() {
  const recording = useSelector(useChat().composer, selectRecordingActor);
  return recording && <RecordButton recording={recording} />;
}
