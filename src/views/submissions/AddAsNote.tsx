import type { CompletionSubmission, MessageSubmission } from '../../contract/submissions';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { noteInstead } from '../../rules/submissions/note';
import { useApp } from '../app';
import { Button } from '../parts/Button';

interface AddAsNoteProps {
  submission: CompletionSubmission | MessageSubmission;
  queue: QueueRef;
}

/** Makes a note of the incident from something that the server refuses. */
export function useAddAsNote(queue: QueueRef) {
  const { world } = useApp();
  return (submission: AddAsNoteProps['submission']) =>
    queue.send({
      type: 'submission.queue',
      submission: noteInstead(submission, world),
      replaces: submission.id,
    });
}

/** The button that does so. */
export function AddAsNote({ submission, queue }: AddAsNoteProps) {
  const add = useAddAsNote(queue);
  return <Button onClick={() => add(submission)}>Add as a note</Button>;
}
