import { useSelector } from '@xstate/react';
import { Check, Clock, PackageOpen } from 'lucide-react';
import { unreadableIn } from '../../../contract/lists';
import type { Requisition } from '../../../contract/supplies';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import { selectStage } from '../../../machines/submissions/queue.select';
import type { KitRef } from '../../../machines/supplies/kit.machine';
import {
  offersReceipt,
  selectAcknowledged,
  selectData,
  selectPendingRequests,
} from '../../../machines/supplies/kit.select';
import type { SupplySubmission } from '../../../machines/supplies/supplyNews';
import { gistOf } from '../../../rules/submissions/texts';
import { requestedText, stepsOf } from '../../../rules/supplies/requisitions';
import { dateTimeText } from '../../../rules/timeTexts';
import { titleCase } from '../../../rules/wording';
import { Badge } from '../../parts/Badge';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { EmptyState, Unreadable } from '../../parts/page/States';
import styles from './Kit.module.css';

const none: readonly Requisition[] = [];

/** What was dispatched to the member. It is the first thing of the kit, because a notification asks the member to acknowledge it. */
export function OnTheirWay({ kit }: { kit: KitRef }) {
  const requests = useSelector(kit, selectData)?.requests ?? none;
  const dispatched = requests.filter(({ status }) => offersReceipt(status));
  if (dispatched.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="on-their-way">
      <h2 id="on-their-way">On their way</h2>
      <ul role="list" className={styles.requests} aria-label="On their way">
        {dispatched.map((request) => (
          <Request key={request.id} kit={kit} request={request} />
        ))}
      </ul>
    </section>
  );
}

/** The member's other requests. Requests that wait to be sent come first (S2 §2). */
export function MyRequests({ kit, queue }: { kit: KitRef; queue: QueueRef }) {
  const all = useSelector(kit, selectData)?.requests ?? none;
  const requests = all.filter(({ status }) => !offersReceipt(status));
  const unreadable = unreadableIn(all).length;
  const pending = useSelector(kit, selectPendingRequests);
  return (
    <section className={styles.section} aria-labelledby="my-requests">
      <h2 id="my-requests">My requests</h2>
      <Unreadable count={unreadable} of={['request', 'requests']} />
      {all.length + pending.length + unreadable === 0 && (
        <EmptyState icon={<PackageOpen size={32} aria-hidden />}>
          What you request is listed here until it has arrived.
        </EmptyState>
      )}
      <ul role="list" className={styles.requests} aria-label="My requests">
        {pending.map((submission) => (
          <PendingRequest key={submission.id} submission={submission} queue={queue} />
        ))}
        {requests.map((request) => (
          <Request key={request.id} kit={kit} request={request} />
        ))}
      </ul>
    </section>
  );
}

/** A request that has not been sent yet. */
function PendingRequest({ submission, queue }: { submission: SupplySubmission; queue: QueueRef }) {
  const stage = useSelector(queue, selectStage(submission.id));
  return (
    <li className={styles.request}>
      <p className={styles.what} dir="auto">
        {gistOf(submission)}
      </p>
      <p className={styles.waiting} role="status">
        <Clock size={16} aria-hidden /> {stage ?? 'Processing...'}
      </p>
    </li>
  );
}

function Request({ kit, request }: { kit: KitRef; request: Requisition }) {
  const { id, status, requestedAt, reason } = request;
  const acknowledged = useSelector(kit, selectAcknowledged);
  return (
    <li className={styles.request} aria-label={`Request: ${requestedText(request)}`}>
      <p className={styles.what} dir="auto">
        {requestedText(request)}
      </p>
      {requestedAt && (
        <p className={styles.soft}>
          Requested <time dateTime={requestedAt}>{dateTimeText(requestedAt)}</time>
        </p>
      )}
      <Progress status={status} />
      {reason && (
        <p className={styles.soft} dir="auto">
          Reason: {reason}
        </p>
      )}
      {offersReceipt(status) && (
        <NetworkButton
          variant="primary"
          busy={acknowledged === id}
          disabled={acknowledged !== null}
          onClick={() => kit.send({ type: 'receipt.acknowledge', id })}
        >
          <Check size={18} aria-hidden /> Acknowledge receipt
          <span className="visually-hidden">: {requestedText(request)}</span>
        </NetworkButton>
      )}
    </li>
  );
}

/** The steps of a request up to its present one. A status that is not a step (denied, or unknown) is shown as a word. */
function Progress({ status }: { status: string }) {
  const steps = stepsOf(status);
  if (steps === null)
    return (
      <p>
        <Badge tone={status === 'DENIED' ? 'danger' : 'plain'}>{titleCase(status) || 'Unknown'}</Badge>
      </p>
    );
  return (
    <ol className={styles.progress} aria-label="Progress">
      {steps.map((step) => (
        <li key={step.status} data-reached={step.isReached} aria-current={step.isCurrent ? 'step' : undefined}>
          {titleCase(step.status)}
        </li>
      ))}
    </ol>
  );
}
