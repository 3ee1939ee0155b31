import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { IncidentEditRef } from '../../../machines/incidents/incidentEdit.machine';
import { selectIsChanged, selectIsSubmitting } from '../../../machines/incidents/incidentEdit.select';
import type { incidentUpdateMachine } from '../../../machines/incidents/incidentUpdate.machine';
import {
  selectEdit,
  selectFailure,
  selectHasLeft,
  selectIsLoading,
  selectIsMissing,
  selectMayEdit,
} from '../../../machines/incidents/incidentUpdate.select';
import { selectRoles } from '../../../machines/session/session.select';
import { captainTexts } from '../../../rules/incidents/incidentTexts';
import { type ScreenProps, useApp, useScreen } from '../../app';
import { UnsavedBlocker } from '../../parts/forms/Unsaved';
import { Page } from '../../parts/page/Page';
import { IncidentAbsence } from '../parts/IncidentAbsence';
import { UnauthorizedModal } from '../parts/UnauthorizedModal';
import { EditButtons, EditForm } from './EditForm';
import styles from './Incident.module.css';

/** The edit form of an incident on its own page (S2 §2, /incident/{incidentId}/update, DECISIONS 30). */
export function IncidentUpdateScreen({ machine }: ScreenProps<typeof incidentUpdateMachine>) {
  const { incidentId } = useParams({ from: '/members/incident/$incidentId/update' });
  return <IncidentUpdate key={incidentId} machine={machine} incidentId={incidentId} />;
}

function IncidentUpdate({ machine, incidentId }: ScreenProps<typeof incidentUpdateMachine> & { incidentId: string }) {
  const { session } = useApp();
  const actor = useScreen(machine, { incidentId });
  const edit = useSelector(actor, selectEdit);
  const isLoading = useSelector(actor, selectIsLoading);
  const failure = useSelector(actor, selectFailure);
  const isMissing = useSelector(actor, selectIsMissing);
  const hasLeft = useSelector(actor, selectHasLeft);
  const roles = useSelector(session, selectRoles);
  const mayEdit = useSelector(actor, (snapshot) => selectMayEdit(snapshot, roles));
  // A captain who has lost the role keeps what they have written (DECISIONS 347).
  const isChanged = useSelector(edit, (snapshot) => snapshot !== undefined && selectIsChanged(snapshot));
  const showsForm = mayEdit || isChanged;
  return (
    <Page title={`Update Incident #${incidentId}`} actor={actor} narrow>
      <IncidentAbsence
        isLoading={isLoading || hasLeft}
        failure={failure}
        isMissing={isMissing}
        onRetry={() => actor.send({ type: 'incident.retry' })}
      />
      {edit && !showsForm && <Refusal incidentId={incidentId} />}
      {edit && showsForm && <Form edit={edit} />}
      {hasLeft && <Navigate to="/incident/$incidentId" params={{ incidentId }} replace />}
    </Page>
  );
}

function Form({ edit }: { edit: IncidentEditRef }) {
  const id = useId();
  const isSaving = () => selectIsSubmitting(edit.getSnapshot());
  const isChanged = () => {
    const now = edit.getSnapshot();
    return now.status === 'active' && selectIsChanged(now) && !isSaving();
  };
  return (
    <div className={styles.card}>
      <UnsavedBlocker isChanged={isChanged} isSaving={isSaving} />
      <EditForm edit={edit} id={id} />
      <div className={styles.formActions}>
        <EditButtons edit={edit} form={id} />
      </div>
    </div>
  );
}

/** Shown to a member without the role (S2 §6). Closing it leads back to the incident, because the page is empty. */
function Refusal({ incidentId }: { incidentId: string }) {
  const navigate = useNavigate();
  return (
    <UnauthorizedModal
      text={captainTexts['incident.edit']}
      onClose={() => void navigate({ to: '/incident/$incidentId', params: { incidentId }, replace: true })}
    />
  );
}
