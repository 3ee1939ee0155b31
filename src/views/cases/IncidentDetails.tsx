import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Users } from 'lucide-react';
import {
  type IncidentDetailsRef,
  type incidentDetailsMachine,
  selectCanRetry,
  selectFailure,
  selectIncident,
  selectIsLoading,
  selectTeamActor,
} from '../../machines/cases/incidentDetails.machine';
import { selectIsSignedIn } from '../../machines/session/session.select';
import { hasTeamToShow } from '../../rules/cases/movement';
import { LOADING_INCIDENT } from '../../rules/incidents/incidents';
import { type IncidentDetailsProps, type ScreenProps, useApp, useScreen } from '../app';
import { IncidentFacts, MapLink } from '../incidents/parts/IncidentFacts';
import { Button, buttonLook } from '../parts/buttons/Button';
import { Modal } from '../parts/dialogs/Modal';
import { ErrorState, LoadingState } from '../parts/page/States';
import styles from './IncidentDetails.module.css';
import { TeamModal } from './TeamModal';
import { TeamMovement } from './TeamMovement';

/** The incident details modal of a case chat (S1 §2). */
export function IncidentDetails({
  machine,
  incidentId,
  onClose,
}: ScreenProps<typeof incidentDetailsMachine> & IncidentDetailsProps) {
  const isSignedIn = useSelector(useApp().session, selectIsSignedIn);
  const details = useScreen(machine, { incidentId, isSignedIn });
  return <IncidentModal details={details} incidentId={incidentId} onClose={onClose} />;
}

interface IncidentModalProps {
  details: IncidentDetailsRef;
  incidentId: string;
  onClose: () => void;
}

/** The content of the modal: the incident's fields, its team, its location on a map, and a link to its page. */
function IncidentModal({ details, incidentId, onClose }: IncidentModalProps) {
  const isLoading = useSelector(details, selectIsLoading);
  const incident = useSelector(details, selectIncident);
  const failure = useSelector(details, selectFailure);
  const canRetry = useSelector(details, selectCanRetry);
  const team = useSelector(details, selectTeamActor);
  return (
    <>
      <Modal title="Incident Details" size="wide" actor={details} onClose={onClose}>
        {isLoading && <LoadingState label={LOADING_INCIDENT} />}
        {failure !== null && (
          <ErrorState
            message={failure}
            onRetry={canRetry ? () => details.send({ type: 'details.retry' }) : undefined}
          />
        )}
        {incident && (
          <div className={styles.details}>
            <IncidentFacts incident={incident} />
            {hasTeamToShow(incident) && <TeamMovement incident={incident} />}
            <div className={styles.ways}>
              <Button onClick={() => details.send({ type: 'team.view' })}>
                <Users size={20} aria-hidden /> View Team
              </Button>
              <MapLink incident={incident} />
              <Link to="/incident/$incidentId" params={{ incidentId }} className={buttonLook('primary')}>
                Open Incident
              </Link>
            </div>
          </div>
        )}
      </Modal>
      {team && <TeamModal team={team} />}
    </>
  );
}
