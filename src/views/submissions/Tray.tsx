import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { CircleAlert, Clock } from 'lucide-react';
import type { Submission } from '../../contract/submissions';
import type { Quarantined } from '../../machines/submissions/ports';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import {
  selectFreeBytes,
  selectIsUnreadable,
  selectItems,
  selectQuarantined,
  selectUnkeptCount,
  selectWaitingCount,
} from '../../machines/submissions/queue.select';
import { selectIsNeeded, selectIsOpen, selectToDelete, type TrayRef } from '../../machines/submissions/tray.machine';
import { isRetryUseless } from '../../rules/submissions/cases';
import { ALL_SENT, countedKinds, deletionText, notSentText, sizeText } from '../../rules/submissions/texts';
import { lazyPart } from '../lazyPart';
import { Banner } from '../parts/Banner';
import { Button, buttonLook } from '../parts/buttons/Button';
import { Modal } from '../parts/dialogs/Modal';
import { useAnnouncedOverDialog } from '../parts/LiveRegion';
import type { WaysProps } from './RefusedWays';
import { StatusLabel, statusLook } from './StatusLabel';
import styles from './Tray.module.css';
import { useSubmissions } from './useSubmissions';
import { WaitingSubmission } from './WaitingSubmission';

/** Few members ever see one. */
const QuarantinedRecord = lazyPart(async () => (await import('./QuarantinedRecord')).QuarantinedRecord);

/** Little is ever refused, and the tray is loaded with every screen. */
const RefusedWays = lazyPart(async () => (await import('./RefusedWays')).RefusedWays);

/** The button on every screen that says what of the member's waits to be sent. A press opens the list (DECISIONS 41). */
export function Tray({ queue, tray }: { queue: QueueRef; tray: TrayRef }) {
  const submissions = useSubmissions(queue);
  const quarantined = useSelector(queue, selectQuarantined);
  const unkept = useSelector(queue, selectUnkeptCount);
  const isUnreadable = useSelector(queue, selectIsUnreadable);
  const withStatus = (wanted: Submission['status']) => submissions.filter(({ status }) => status === wanted);
  const waiting = withStatus('waiting');
  const asking = withStatus('asking');
  const count = submissions.length + quarantined.length + Number(isUnreadable);
  return (
    <>
      {count > 0 && (
        <Button
          variant="quiet"
          className={statusLook}
          aria-haspopup="dialog"
          onClick={() => tray.send({ type: 'tray.open' })}
        >
          <StatusLabel
            Icon={waiting.length > 0 && asking.length === 0 ? Clock : CircleAlert}
            count={count}
            words={wordsOf({
              waiting,
              asking,
              refused: withStatus('refused').length,
              quarantined,
              isUnkept: unkept > 0,
              isUnreadable,
            })}
          />
        </Button>
      )}
      <Refusals queue={queue} />
    </>
  );
}

/** The open tray, and the question before one of its entries is deleted. */
export function TrayDialogs({ queue, tray }: { queue: QueueRef; tray: TrayRef }) {
  const isOpen = useSelector(tray, selectIsOpen);
  const toDelete = useSelector(tray, selectToDelete);
  return (
    <>
      {isOpen && <TrayList queue={queue} tray={tray} />}
      {toDelete && <Deletion submission={toDelete} tray={tray} />}
    </>
  );
}

/** All submissions that wait, ask or were refused, in the order of submitting, and then the records set aside. */
function TrayList({ queue, tray }: { queue: QueueRef; tray: TrayRef }) {
  const items = useSelector(queue, selectItems);
  const quarantined = useSelector(queue, selectQuarantined);
  const waiting = useSelector(queue, selectWaitingCount);
  const isUnreadable = useSelector(queue, selectIsUnreadable);
  const close = () => tray.send({ type: 'tray.close' });
  return (
    <Modal
      title="Waiting to be sent"
      size="wide"
      actor={tray}
      onClose={close}
      actions={waiting > 0 && <Button onClick={() => queue.send({ type: 'queue.send' })}>Send now</Button>}
    >
      {isUnreadable && (
        <Banner tone="warn">
          This browser cannot read what it has kept, so more may wait than you see here. It is tried again by itself.
        </Banner>
      )}
      {items.length + quarantined.length === 0 && !isUnreadable && <p>{ALL_SENT}</p>}
      <KeepingNotice queue={queue} />
      <ul role="list" className={styles.list}>
        {items.map((item) => (
          <WaitingSubmission
            key={item.submission.id}
            item={item}
            queue={queue}
            tray={tray}
            buttons={<Ways submission={item.submission} queue={queue} tray={tray} />}
          />
        ))}
        {quarantined.map((record) => (
          <li key={record.key} className={styles.item}>
            <QuarantinedRecord record={record} queue={queue} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** What can be done with a submission besides Retry and Delete. */
function Ways(props: WaysProps) {
  const { submission, tray } = props;
  if (submission.kind === 'report')
    return (
      <Link
        to="/report"
        state={{ edit: submission.status === 'asking' ? undefined : submission.id }}
        className={buttonLook(isRetryUseless(submission) ? 'primary' : 'secondary')}
        onClick={() => tray.send({ type: 'tray.close' })}
      >
        {submission.status === 'asking' ? 'Answer' : 'Edit'}
      </Link>
    );
  return submission.status === 'refused' && <RefusedWays {...props} />;
}

/** Asks before a waiting submission and its files are deleted, or says why it is still needed. */
function Deletion({ submission, tray }: { submission: Submission; tray: TrayRef }) {
  const isNeeded = useSelector(tray, selectIsNeeded);
  return (
    <Modal
      title={isNeeded ? 'It is still needed' : 'Delete it?'}
      onClose={() => tray.send({ type: 'dialog.close' })}
      actions={
        <>
          <Button type="submit">Keep it</Button>
          {!isNeeded && (
            <Button variant="danger" onClick={() => tray.send({ type: 'deletion.confirm' })}>
              Delete
            </Button>
          )}
        </>
      }
    >
      <p>{deletionText(submission, isNeeded)}</p>
    </Modal>
  );
}

/** Warns if this browser cannot store what waits, or has little space left. */
export function KeepingNotice({ queue }: { queue: QueueRef }) {
  const unkept = useSelector(queue, selectUnkeptCount);
  const freeBytes = useSelector(queue, selectFreeBytes);
  if (unkept > 0)
    return (
      <Banner tone="warn">
        This browser cannot keep {unkept === 1 ? 'one of these' : `${unkept} of these`}: leave this page open until
        everything is sent.
      </Banner>
    );
  if (freeBytes === null) return null;
  return <Banner tone="warn">There is little room left on this device: {sizeText(freeBytes)}.</Banner>;
}

/** Reads out each refusal of the server once, even while the tray is closed. */
function Refusals({ queue }: { queue: QueueRef }) {
  const submissions = useSubmissions(queue);
  return (
    <div className="visually-hidden" aria-live="assertive">
      {submissions.map(({ id, status, reason }) => status === 'refused' && <Refusal key={id} reason={reason} />)}
    </div>
  );
}

function Refusal({ reason }: Pick<Submission, 'reason'>) {
  const text = notSentText(reason);
  useAnnouncedOverDialog(text);
  return <p>{text}</p>;
}

/** What the tray holds. */
interface Contents {
  readonly waiting: readonly Submission[];
  readonly asking: readonly Submission[];
  readonly refused: number;
  readonly quarantined: readonly Quarantined[];
  readonly isUnkept: boolean;
  readonly isUnreadable: boolean;
}

/** The label of the button. It tells submissions that are sent by themselves from those that the member has to decide about. */
function wordsOf({ waiting, asking, refused, quarantined, isUnkept, isUnreadable }: Contents) {
  const unread = quarantined.filter(({ isUnreadable }) => isUnreadable).length;
  const setAside = quarantined.length - unread;
  return [
    asking.length > 0 && `${countedKinds(asking)} ${asking.length === 1 ? 'needs' : 'need'} your answer`,
    waiting.length > 0 && `${countedKinds(waiting)} waiting to be sent`,
    refused > 0 && `${refused} not sent`,
    setAside > 0 && `${setAside} set aside`,
    unread > 0 && `${unread} not read`,
    isUnkept && 'leave this page open',
    isUnreadable && 'what is kept cannot be read',
  ]
    .filter(Boolean)
    .join(', ');
}
