import { Navigate, useParams } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import {
  selectFailure,
  selectFarewell,
  selectHasLeft,
  selectIncident,
  selectIsAssigning,
  selectIsDeleted,
  selectIsLoading,
  selectIsMissing,
} from '../../../machines/incidents/incident.select';
import { Banner } from '../../parts/Banner';
import { Page } from '../../parts/Page';
import { Dialogs } from './Dialogs';
import { HeaderButtons } from './HeaderButtons';
import { IncidentAbsence } from './IncidentAbsence';
import { IncidentBody } from './IncidentBody';
import { useIncident } from './useIncident';

/** The page of one incident (S2 §2, /incident/{incidentId}). */
export function IncidentScreen() {
  const { incidentId } = useParams({ from: '/members/incident/$incidentId' });
  return <IncidentPage key={incidentId} incidentId={incidentId} />;
}

function IncidentPage({ incidentId }: { incidentId: string }) {
  const actor = useIncident(incidentId);
  const incident = useSelector(actor, selectIncident);
  const isDeleted = useSelector(actor, selectIsDeleted);
  const farewell = useSelector(actor, selectFarewell);
  const hasLeft = useSelector(actor, selectHasLeft);
  const isAssigning = useSelector(actor, selectIsAssigning);
  const isLoading = useSelector(actor, selectIsLoading);
  const failure = useSelector(actor, selectFailure);
  const isMissing = useSelector(actor, selectIsMissing);
  if (hasLeft) return <Navigate to="/live" replace />;
  if (isAssigning) return <Navigate to="/incident/$incidentId/assign" params={{ incidentId }} />;
  return (
    <Page title={`Incident #${incidentId}`} actions={<HeaderButtons actor={actor} incident={incident} />}>
      <IncidentAbsence
        isLoading={isLoading}
        failure={failure}
        isMissing={isMissing}
        onRetry={() => actor.send({ type: 'incident.retry' })}
      />
      {isDeleted && <Banner tone="success">{farewell ?? 'Incident deleted successfully.'}</Banner>}
      {incident && <IncidentBody actor={actor} incident={incident} />}
      <Dialogs actor={actor} />
    </Page>
  );
}
