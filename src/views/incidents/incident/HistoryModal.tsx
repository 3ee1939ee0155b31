import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { MessagesSquare } from 'lucide-react';
import type { CaseHistoryEntry, IncidentChange } from '../../../contract/incidents';
import { unreadableIn } from '../../../contract/lists';
import {
  type IncidentHistoryRef,
  selectFailure,
  selectHistory,
  selectIsLoading,
} from '../../../machines/incidents/incidentHistory.machine';
import { changeTitle, statusMove } from '../../../rules/incidents/incidentHistory';
import { dateTimeText } from '../../../rules/timeTexts';
import { Button, buttonLook } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import { Names } from '../../parts/Names';
import { EmptyState, ErrorState, LoadingState, Unreadable } from '../../parts/page/States';
import styles from './Incident.module.css';

interface HistoryModalProps {
  history: IncidentHistoryRef;
  /** Shows only the changes, without the closed cases. */
  isTimeline: boolean;
}

/** The history of an incident: its closed cases (S2 §3), and below them its changes. */
export function HistoryModal({ history: actor, isTimeline }: HistoryModalProps) {
  const history = useSelector(actor, selectHistory);
  const isLoading = useSelector(actor, selectIsLoading);
  const failure = useSelector(actor, selectFailure);
  const unreadable = unreadableIn(history?.changes).length;
  return (
    <Modal
      title={isTimeline ? 'Timeline' : 'Case History'}
      actor={actor}
      isReadOnly
      size="wide"
      onClose={() => actor.send({ type: 'modal.close' })}
      actions={<Button type="submit">Close</Button>}
    >
      {isLoading && <LoadingState label="Loading the history…" />}
      {failure !== null && <ErrorState message={failure} onRetry={() => actor.send({ type: 'history.retry' })} />}
      {history && (
        <div className={styles.dialog}>
          {!isTimeline && <Cases cases={history.cases} />}
          <Unreadable count={unreadable} of={['change', 'changes']} />
          {isTimeline && history.changes.length + unreadable === 0 && (
            <EmptyState>Nothing is known of its changes.</EmptyState>
          )}
          {history.changes.length > 0 && (
            <section aria-label="Timeline">
              {!isTimeline && <h3>Timeline</h3>}
              <ol className={styles.changes}>
                {history.changes.map((change) => (
                  <Change key={change.id} change={change} />
                ))}
              </ol>
            </section>
          )}
        </div>
      )}
    </Modal>
  );
}

function Cases({ cases }: { cases: readonly CaseHistoryEntry[] }) {
  const unreadable = unreadableIn(cases).length;
  if (cases.length + unreadable === 0) return <EmptyState>No case of this incident has been closed yet.</EmptyState>;
  return (
    <>
      <Unreadable count={unreadable} of={['case', 'cases']} />
      <ul role="list" className={styles.cases} aria-label="Closed cases">
        {cases.map((entry) => (
          <PastCase key={entry.caseId} entry={entry} />
        ))}
      </ul>
    </>
  );
}

function PastCase({ entry }: { entry: CaseHistoryEntry }) {
  const { caseId, chatId, closedAt, assignedBy, resolutionNotes, teamName, teamMembers } = entry;
  return (
    <li>
      <h3>Case #{caseId}</h3>
      <p className={styles.meta}>
        Closed {dateTimeText(closedAt)}
        {assignedBy && (
          <>
            {' · Assigned by '}
            <bdi>{assignedBy}</bdi>
          </>
        )}
      </p>
      <p className={styles.notes} dir="auto">
        {resolutionNotes}
      </p>
      <p className={styles.meta}>
        <bdi>{teamName}</bdi>
        {teamMembers.length > 0 && ': '}
        <Names names={teamMembers.map(({ firstName }) => firstName)} />
      </p>
      {chatId && (
        <Link
          to="/chat/$chatId"
          params={{ chatId }}
          className={buttonLook('quiet')}
          aria-label={`Open Chat of case #${caseId}`}
        >
          <MessagesSquare size={20} aria-hidden /> Open Chat
        </Link>
      )}
    </li>
  );
}

function Change({ change }: { change: IncidentChange }) {
  const move = statusMove(change);
  return (
    <li>
      <strong>{changeTitle(change)}</strong>
      {move && ` (${move})`}
      <p className={styles.meta}>
        {dateTimeText(change.at)}
        {change.by && (
          <>
            {' · '}
            <bdi>{change.by.firstName}</bdi>
          </>
        )}
      </p>
      {change.note && (
        <p className={styles.notes} dir="auto">
          {change.note}
        </p>
      )}
    </li>
  );
}
