import type { CompletionSubmission } from '../../contract/submissions';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { noteInstead } from '../../rules/submissions/note';
import { useApp } from '../app';
import { Button } from '../parts/Button';

/** The button that makes a note of the incident from a completion that the server refuses. */
export function AddAsNote({ completion, queue }: { completion: CompletionSubmission; queue: QueueRef }) {
  const { world } = useApp();
  const add = () =>
    queue.send({
      type: 'submission.queue',
      submission: noteInstead(completion, world),
      replaces: completion.id,
    });
  return <Button onClick={add}>Add as a note</Button>;
}
