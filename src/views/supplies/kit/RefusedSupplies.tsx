import { useSelector } from '@xstate/react';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import type { KitRef } from '../../../machines/supplies/kit.machine';
import { selectRefused } from '../../../machines/supplies/kit.select';
import { gistOf, headingOf } from '../../../rules/submissions/texts';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/Button';
import styles from './Kit.module.css';

/** The submissions of the kit that the server has refused, each with its reason, Retry and Dismiss. */
export function RefusedSupplies({ kit, queue }: { kit: KitRef; queue: QueueRef }) {
  const refused = useSelector(kit, selectRefused);
  return refused.map((submission) => (
    <Banner key={submission.id} tone="danger">
      <div className={styles.offer}>
        <p dir="auto">
          {headingOf(submission)}, {gistOf(submission)}. {submission.reason}
        </p>
        <div className={styles.itemActions}>
          <Button onClick={() => queue.send({ type: 'submission.retry', id: submission.id })}>Retry</Button>
          <Button variant="quiet" onClick={() => queue.send({ type: 'submission.withdraw', id: submission.id })}>
            Dismiss
          </Button>
        </div>
      </div>
    </Banner>
  ));
}
