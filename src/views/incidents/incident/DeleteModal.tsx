import { useSelector } from '@xstate/react';
import type { Incident } from '../../../contract/incidents';
import {
  type IncidentDeletingRef,
  selectArchive,
  selectFailure,
  selectIsSubmitting,
} from '../../../machines/incidents/incidentDeleting.machine';
import { incidentLabel } from '../../../rules/incidents/incidents';
import { Question } from '../../parts/dialogs/Question';
import { IncidentName } from '../parts/IncidentName';
import styles from './Incident.module.css';

/** The delete confirmation (S2 §2). */
export function DeleteModal({ deleting, incident }: { deleting: IncidentDeletingRef; incident: Incident }) {
  const archive = useSelector(deleting, selectArchive);
  const failure = useSelector(deleting, selectFailure);
  const isSubmitting = useSelector(deleting, selectIsSubmitting);
  return (
    <Question
      title="Delete Incident"
      actor={deleting}
      onClose={() => deleting.send({ type: 'modal.close' })}
      verb="Delete"
      busy={isSubmitting}
      onConfirm={() => deleting.send({ type: 'form.submit' })}
    >
      <div className={styles.dialog}>
        <p className={styles.which}>
          <IncidentName incidentId={incident.id} label={incidentLabel(incident)} />
        </p>
        <p>
          This deletion is permanent. It removes the incident with all of its cases, chats and media. It cannot be
          undone.
        </p>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={archive}
            // Not disabled: it would lose the focus. The chart takes no change while it deletes.
            aria-disabled={isSubmitting || undefined}
            onChange={({ currentTarget }) => deleting.send({ type: 'archive.changed', archive: currentTarget.checked })}
          />
          Archive details before deleting
        </label>
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      </div>
    </Question>
  );
}
