import { useSelector } from '@xstate/react';
import { type AdminTaskRef, selectProblem, selectSuccess } from '../../machines/admin/adminTask.machine';
import { Banner } from '../parts/Banner';

/** The error of a task, or its success for 5 s (S2 §9). */
export function Feedback({ task }: { task: AdminTaskRef }) {
  const problem = useSelector(task, selectProblem);
  const success = useSelector(task, selectSuccess);
  return (
    <>
      <div role="alert">
        {problem !== null && (
          <Banner tone="danger" silent>
            {problem}
          </Banner>
        )}
      </div>
      <div role="status">
        {success !== null && (
          <Banner tone="success" silent>
            {success}
          </Banner>
        )}
      </div>
    </>
  );
}
