import { shallowEqual, useSelector } from '@xstate/react';
import type { Submission } from '../../contract/submissions';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { selectItem, selectSubmissions } from '../../machines/submissions/queue.select';
import { useMember } from '../app';

/**
 * The member's submissions that wait, ask or were refused. What this tab is doing with them changes several times while one is sent; the
 * view is rendered again only when a submission comes, changes or goes.
 */
export const useSubmissions = (queue: QueueRef): readonly Submission[] =>
  useSelector(queue, selectSubmissions, shallowEqual);

/** Returns a function that deletes a waiting submission by its id, after a question if more than a short text would be lost. */
export function useDeletion(queue: QueueRef) {
  const { tray } = useMember();
  return (id: string) => {
    const submission = selectItem(id)(queue.getSnapshot())?.submission;
    if (submission) tray.send({ type: 'deletion.ask', submission });
  };
}
