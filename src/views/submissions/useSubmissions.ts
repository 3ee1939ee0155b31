import { shallowEqual, useSelector } from '@xstate/react';
import type { Submission } from '../../contract/submissions';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { selectSubmissions } from '../../machines/submissions/queue.select';

/**
 * The member's submissions that wait, ask or were refused. What this tab is doing with them changes several times while one is sent; the
 * view is rendered again only when a submission comes, changes or goes.
 */
export const useSubmissions = (queue: QueueRef): readonly Submission[] =>
  useSelector(queue, selectSubmissions, shallowEqual);
