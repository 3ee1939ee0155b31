import { useSelector } from '@xstate/react';
import { Check, Printer, Truck, X } from 'lucide-react';
import { type ComponentType, type ReactNode, useId, useRef } from 'react';
import { unreadableIn } from '../../../contract/lists';
import type { InventoryItem, Requisition, RequisitionStatus } from '../../../contract/supplies';
import { selectRoles } from '../../../machines/session/session.select';
import type { HandlingRef } from '../../../machines/supplies/handling.machine';
import {
  selectApproved,
  selectDenialFailure,
  selectDenied,
  selectHandledStatus,
  selectReason,
  selectReasonProblem,
  selectUnderWayText,
} from '../../../machines/supplies/handling.select';
import { decisionsOn } from '../../../machines/supplies/permission';
import { actLabels } from '../../../rules/actLabels';
import { linesOf, stockText } from '../../../rules/supplies/inventory';
import type { RequisitionDecision } from '../../../rules/supplies/inventoryTexts';
import { requestedText } from '../../../rules/supplies/requisitions';
import { dateTimeText } from '../../../rules/timeTexts';
import { useApp } from '../../app';
import { Badge } from '../../parts/Badge';
import { Button, type ButtonVariant } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { usePressGuard } from '../../parts/buttons/usePressGuard';
import { Modal } from '../../parts/dialogs/Modal';
import { Field } from '../../parts/forms/Field';
import { TextArea } from '../../parts/forms/Inputs';
import { submitBy } from '../../parts/forms/submitBy';
import { FormModal } from '../../parts/forms/Unsaved';
import { useNextCard } from '../../parts/lists/useNextCard';
import styles from './Inventory.module.css';
import { Requester } from './Requester';

interface SharedProps {
  /** All approved requests. Their items are promised and so not available to other requests. */
  approved: readonly Requisition[];
  itemsById: ReadonlyMap<string, InventoryItem>;
  /** The expired stock of each item, by its id. */
  expiredById: ReadonlyMap<string, number>;
  handling: HandlingRef | undefined;
}

interface RequestsProps extends SharedProps {
  /** Whether a line above the page says that it may be out of date. */
  isStale: boolean;
  /** The element id of its heading. The cards of the dashboard scroll to it. */
  id: string;
  /** That of its requisitions. A question before a decision about one of them belongs to this section. */
  status: RequisitionStatus;
  title: string;
  requisitions: readonly Requisition[];
  nameOf: (requisition: Requisition) => string;
  /** The requisitions in the section above. If they come or go, those of this section move. */
  above?: readonly Requisition[];
  /** Prints the pick list. */
  onPrint?: () => void;
  /** The text shown if there are no requests. */
  children: ReactNode;
}

interface OneProps {
  requisition: Requisition;
  /** The requester's name, with the phone number if another requester on the screen has the same name. */
  who: string;
}

/** The requisitions of one status, each with its buttons (S2 §2, §4). */
export function Requests({
  id,
  status,
  title,
  requisitions,
  nameOf,
  above = [],
  isStale,
  onPrint,
  children,
  ...shared
}: RequestsProps) {
  const { handling } = shared;
  const denied = useSelector(handling, (snapshot) => (snapshot ? selectDenied(snapshot) : null));
  const asked = useSelector(handling, (snapshot) => (snapshot ? selectApproved(snapshot) : null));
  const isHere = useSelector(
    handling,
    (snapshot) => snapshot !== undefined && selectHandledStatus(snapshot) === status,
  );
  const list = useRef<HTMLUListElement>(null);
  const ids = requisitions.map((requisition) => requisition.id);
  usePressGuard(list, [isStale && 'banner', ...above.map((requisition) => requisition.id), id, ...ids]);
  const keys = useNextCard(list, ids);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <div className={styles.titled}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {requisitions.length > 0 && (
            <Badge tone="info">
              {requisitions.length}
              <span className="visually-hidden"> waiting</span>
            </Badge>
          )}
        </div>
        {onPrint && requisitions.length > 0 && (
          <Button variant="quiet" onClick={onPrint}>
            <Printer size={18} aria-hidden /> Print Pick List
          </Button>
        )}
      </header>
      {requisitions.length === 0 && unreadableIn(requisitions).length === 0 && (
        <p className={styles.none}>{children}</p>
      )}
      <ul ref={list} className={styles.cards} {...keys}>
        {requisitions.map((requisition) => (
          <li key={requisition.id}>
            <RequestCard requisition={requisition} who={nameOf(requisition)} {...shared} />
          </li>
        ))}
      </ul>
      {handling && denied && isHere && (
        <DenyModal handling={handling} requisition={denied} who={nameOf(denied)} isPending={ids.includes(denied.id)} />
      )}
      {handling && asked && isHere && (
        <ApproveModal
          {...shared}
          handling={handling}
          requisition={asked}
          who={nameOf(asked)}
          isPending={ids.includes(asked.id)}
        />
      )}
    </section>
  );
}

const buttons: Readonly<
  Record<RequisitionDecision, { Icon: ComponentType<{ size: number }>; variant: ButtonVariant }>
> = {
  approve: { Icon: Check, variant: 'primary' },
  deny: { Icon: X, variant: 'secondary' },
  dispatch: { Icon: Truck, variant: 'primary' },
};

/** One request: who asks, when, the items, and how many of them are in stock (DECISIONS K7, K9). */
function RequestCard({ requisition, who, handling, ...there }: SharedProps & OneProps) {
  const roles = useSelector(useApp().session, selectRoles);
  const underWay = useSelector(handling, (snapshot) => (snapshot ? selectUnderWayText(snapshot) : null));
  const { id, requestedAt, approvedAt } = requisition;
  const lines = linesOf(requisition, there.itemsById, there.approved, there.expiredById);
  return (
    <article className={styles.card} aria-label={`Request of ${who}`}>
      <Requester requisition={requisition} />
      <p className={styles.meta}>
        Requested {dateTimeText(requestedAt)}
        {approvedAt && ` · Approved ${dateTimeText(approvedAt)}`}
      </p>
      <ul role="list" className={styles.lines}>
        {lines.map(({ id: line, name, quantity, isShort, takesExpired, ...stock }) => (
          <li key={line}>
            <span>
              <bdi>{name}</bdi> × {quantity}
            </span>
            <span className={isShort || takesExpired ? styles.short : styles.meta}>
              {isShort && 'Not enough: '}
              {takesExpired && 'Would take expired stock: '}
              {stockText(stock)}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {decisionsOn(requisition, roles).map((decision) => {
          const { Icon, variant } = buttons[decision];
          return (
            <NetworkButton
              key={decision}
              data-act={decision}
              variant={variant}
              busy={underWay === `${decision} ${id}`}
              disabled={underWay !== null}
              onClick={() =>
                handling?.send({
                  type: 'requisition.handle',
                  decision,
                  requisition,
                  roles,
                  isShort: lines.some(({ isShort }) => isShort),
                })
              }
            >
              <Icon size={18} aria-hidden /> {actLabels[`requisition.${decision}`]}
              <span className="visually-hidden">
                {' '}
                the request of {who}: {lines.map(({ name }) => name).join(', ')}
              </span>
            </NetworkButton>
          );
        })}
      </div>
    </article>
  );
}

/** What a dialog says of a request about which another manager has decided meanwhile. */
const decidedText = (who: string) => `The request of ${who} is no longer pending: somebody else has decided about it.`;

/** Asks before more is approved than there is (DECISIONS 324). It says what others have done meanwhile (DECISIONS 288). */
function ApproveModal({ handling, requisition, who, isPending, ...there }: SharedProps & DecisionProps) {
  const close = () => handling.send({ type: 'modal.close' });
  const lines = linesOf(requisition, there.itemsById, there.approved, there.expiredById);
  const short = lines.filter(({ isShort }) => isShort);
  if (!isPending)
    return (
      <Modal
        title="Approve more than there is?"
        actor={handling}
        onClose={close}
        actions={<Button type="submit">Close</Button>}
      >
        <p role="alert">{decidedText(who)}</p>
      </Modal>
    );
  return (
    <Modal
      title="Approve more than there is?"
      actor={handling}
      onClose={close}
      actions={
        <>
          <Button type="submit">Cancel</Button>
          <NetworkButton variant="primary" onClick={() => handling.send({ type: 'approval.confirm' })}>
            {short.length > 0 ? 'Approve Anyway' : 'Approve'}
          </NetworkButton>
        </>
      }
    >
      <p>
        The request of <bdi>{who}</bdi>:
      </p>
      <ul role="list" className={styles.lines}>
        {short.map(({ id, name, quantity, ...stock }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi> × {quantity}
            </span>
            <span className={styles.short}>{stockText(stock)}</span>
          </li>
        ))}
      </ul>
      <p role="status">{short.length === 0 && 'There is enough of everything now.'}</p>
      {short.length > 0 && (
        <p>The request cannot be dispatched before there is enough, and an approval cannot be taken back.</p>
      )}
    </Modal>
  );
}

interface DecisionProps extends OneProps {
  handling: HandlingRef;
  /** Whether it still waits for a decision. */
  isPending: boolean;
}

/**
 * Asks before a request is denied. If the server accepts a reason, there is a field for it. It stays open until the answer, or until
 * it is closed: if it closed by itself and came back after a failure, it would open over whatever the manager does by then.
 */
function DenyModal({ handling, requisition, who, ...there }: DecisionProps) {
  const { can } = useApp();
  const id = useId();
  const reason = useSelector(handling, selectReason);
  const problem = useSelector(handling, selectReasonProblem);
  const failure = useSelector(handling, selectDenialFailure);
  const isSubmitting = useSelector(handling, selectUnderWayText) !== null;
  // What is being denied may leave the list before the answer comes.
  const isPending = isSubmitting || there.isPending;
  const close = () => handling.send({ type: 'modal.close' });
  return (
    <FormModal
      title="Deny Request"
      actor={handling}
      isChanged={isPending && reason.trim() !== ''}
      isSaving={isSubmitting}
      onClose={close}
      actions={
        isPending ? (
          <>
            <Button disabled={isSubmitting} onClick={close}>
              Cancel
            </Button>
            <NetworkButton type="submit" form={id} variant="danger" busy={isSubmitting}>
              Deny
            </NetworkButton>
          </>
        ) : (
          <Button onClick={close}>Close</Button>
        )
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={submitBy(() => isPending && handling.send({ type: 'denial.confirm' }))}
      >
        {isPending && (
          <p>
            The request of <bdi>{who}</bdi> for <bdi>{requestedText(requisition)}</bdi> is denied for good.
          </p>
        )}
        <p className={styles.failure} role="alert">
          {isPending ? failure : failure ? `The request of ${who} is no longer pending.` : decidedText(who)}
        </p>
        {isPending && can('supplies') && (
          <Field label="Reason" optional error={problem}>
            <TextArea
              value={reason}
              readOnly={isSubmitting}
              onChange={({ currentTarget }) => handling.send({ type: 'reason.changed', reason: currentTarget.value })}
            />
          </Field>
        )}
      </form>
    </FormModal>
  );
}
