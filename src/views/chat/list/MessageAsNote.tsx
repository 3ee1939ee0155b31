import type { MouseEvent } from 'react';
import type { CompletionSubmission, MessageSubmission } from '../../../contract/submissions';
import { selectNoticesActor } from '../../../machines/session/session.select';
import { MESSAGE_ADDED } from '../../../rules/submissions/refused';
import { useApp } from '../../app';
import { focusHeading } from '../../navigation';
import { addAsNote } from '../../submissions/AddAsNote';
import { useChat } from '../chat';

interface MessageAsNoteProps {
  submission: CompletionSubmission | MessageSubmission;
  isCurrent: boolean;
}

/**
 * The button below a refused message that makes a note of it. The message leaves the chat then, so a notice says where it is, and the
 * focus goes to the heading, as after a deletion.
 */
export function MessageAsNote({ submission, isCurrent }: MessageAsNoteProps) {
  const { session, world } = useApp();
  const { queue } = useChat();
  const add = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    addAsNote(queue, submission, world);
    const notices = selectNoticesActor(session.getSnapshot());
    const { incidentId = '' } = submission.content;
    notices?.send({ type: 'notice.show', tone: 'success', text: MESSAGE_ADDED, incidentId });
    currentTarget.blur();
    focusHeading();
  };
  return (
    <button type="button" tabIndex={isCurrent ? 0 : -1} onClick={add}>
      Add as a note
    </button>
  );
}
