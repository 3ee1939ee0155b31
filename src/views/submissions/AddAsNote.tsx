import type { CompletionSubmission, MessageSubmission } from '../../contract/submissions';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { noteOfRefused } from '../../rules/submissions/refused';
import type { World } from '../../rules/world';
import { useApp } from '../app';
import { Button } from '../parts/buttons/Button';

interface AddAsNoteProps {
  submission: CompletionSubmission | MessageSubmission;
  queue: QueueRef;
  variant?: 'primary' | 'secondary';
}

/** Makes a note of the incident from something that the server refuses. */
export const addAsNote = (queue: QueueRef, submission: AddAsNoteProps['submission'], world: World) =>
  queue.send({ type: 'submission.queue', submission: noteOfRefused(submission, world), replaces: submission.id });

/** The button that does so. */
export function AddAsNote({ submission, queue, variant = 'secondary' }: AddAsNoteProps) {
  const { world } = useApp();
  return (
    <Button variant={variant} onClick={() => addAsNote(queue, submission, world)}>
      Add as a note
    </Button>
  );
}
