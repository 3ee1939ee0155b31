import { useSelector } from '@xstate/react';
import { flushSync } from 'react-dom';
import type { RequisitionSubmission } from '../../../contract/submissions';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import type { KitRef } from '../../../machines/supplies/kit.machine';
import { selectCart, selectRefused } from '../../../machines/supplies/kit.select';
import type { SupplySubmission } from '../../../machines/supplies/supplyNews';
import { gistOf, headingOf } from '../../../rules/submissions/texts';
import { useMember } from '../../app';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/buttons/Button';
import styles from './Kit.module.css';
import { REQUEST_LINES } from './RequestForm';

/** The submissions of the kit that the server has refused, each with its reason and what can be done about it. */
export function RefusedSupplies({ kit, queue }: { kit: KitRef; queue: QueueRef }) {
  const { tray } = useMember();
  const refused = useSelector(kit, selectRefused);
  const cart = useSelector(kit, selectCart);
  const edit = (submission: RequisitionSubmission) => {
    flushSync(() => cart?.send({ type: 'request.edit', submission }));
    document.querySelector<HTMLElement>(`#${REQUEST_LINES} input`)?.focus();
  };
  const dismiss = (submission: SupplySubmission) => {
    // A request was put together by hand, so the member is asked first.
    if (submission.kind === 'requisition') tray.send({ type: 'deletion.ask', submission });
    else queue.send({ type: 'submission.withdraw', id: submission.id });
  };
  return refused.map((submission) => {
    const what = `${headingOf(submission)}, ${gistOf(submission)}`;
    const ofIt = <span className="visually-hidden">: {what}</span>;
    return (
      <Banner key={submission.id} tone="danger">
        <div className={styles.offer}>
          <p dir="auto">
            {what}. {submission.reason}
          </p>
          <div className={styles.itemActions}>
            <Button onClick={() => queue.send({ type: 'submission.retry', id: submission.id })}>Retry{ofIt}</Button>
            {submission.kind === 'requisition' && <Button onClick={() => edit(submission)}>Edit{ofIt}</Button>}
            <Button variant="quiet" onClick={() => dismiss(submission)}>
              Dismiss{ofIt}
            </Button>
          </div>
        </div>
      </Banner>
    );
  });
}
