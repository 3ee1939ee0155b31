import { useSelector } from '@xstate/react';
import {
  type AdminTaskRef,
  selectIsBehind,
  selectProblem,
  selectSuccess,
} from '../../machines/admin/adminTask.machine';
import { Banner } from '../parts/Banner';

/** The error of a task, or its success for 5 s (S2 §9). If its dialog was closed while it runs, that it still does (DECISIONS 398). */
export function Feedback({ task }: { task: AdminTaskRef }) {
  const problem = useSelector(task, selectProblem);
  const success = useSelector(task, selectSuccess);
  const isBehind = useSelector(task, selectIsBehind);
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
        {isBehind && <Banner silent>It is still being carried out.</Banner>}
        {success !== null && (
          <Banner tone="success" silent>
            {success}
          </Banner>
        )}
      </div>
    </>
  );
}
