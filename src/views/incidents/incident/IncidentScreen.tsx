import { Navigate, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { Actor } from 'xstate';
import type { incidentMachine } from '../../../machines/incidents/incident.machine';
import {
  selectDeletionMessage,
  selectFailure,
  selectFeed,
  selectHasLeft,
  selectIncident,
  selectIsDeleted,
  selectIsLoading,
  selectIsMissing,
  selectNote,
} from '../../../machines/incidents/incident.select';
import { selectQueue } from '../../../machines/session/messaging.machine';
import type { NoticesRef } from '../../../machines/session/notices.machine';
import { selectMe, selectNoticesActor } from '../../../machines/session/session.select';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import { doneTexts } from '../../../rules/incidents/incidentPageTexts';
import { incidentFailureText } from '../../../rules/incidents/incidentTexts';
import { type ScreenProps, useApp, useMember, useScreen } from '../../app';
import { Banner } from '../../parts/Banner';
import { Outdated } from '../../parts/FeedProblem';
import { Page } from '../../parts/page/Page';
import { useEmitted } from '../../parts/useEmitted';
import { searchAfter } from '../live/keptFilter';
import { IncidentAbsence } from '../parts/IncidentAbsence';
import { Dialogs } from './Dialogs';
import { HeaderButtons } from './HeaderButtons';
import { IncidentBody } from './IncidentBody';
import { StrandedNote } from './Notes';

/** The page of one incident (S2 §2, /incident/{incidentId}). */
export function IncidentScreen({ machine }: ScreenProps<typeof incidentMachine>) {
  const { incidentId } = useParams({ from: '/members/incident/$incidentId' });
  const queue = useSelector(useMember().messaging, selectQueue);
  return queue && <IncidentPage key={incidentId} machine={machine} incidentId={incidentId} queue={queue} />;
}

interface IncidentPageProps extends ScreenProps<typeof incidentMachine> {
  incidentId: string;
  queue: QueueRef;
}

function IncidentPage({ machine, incidentId, queue }: IncidentPageProps) {
  const navigate = useNavigate();
  const actor = useIncident(machine, incidentId, queue);
  const incident = useSelector(actor, selectIncident);
  const isDeleted = useSelector(actor, selectIsDeleted);
  const deletionMessage = useSelector(actor, selectDeletionMessage);
  const hasLeft = useSelector(actor, selectHasLeft);
  const isLoading = useSelector(actor, selectIsLoading);
  const failure = useSelector(actor, selectFailure);
  const isMissing = useSelector(actor, selectIsMissing);
  const feed = useSelector(actor, selectFeed);
  const note = useSelector(actor, selectNote);

  useEmitted(actor, 'assignment.opened', () => {
    void navigate({ to: '/incident/$incidentId/assign', params: { incidentId } });
  });

  return (
    <Page title={`Incident #${incidentId}`} actor={actor} actions={<HeaderButtons actor={actor} incident={incident} />}>
      <IncidentAbsence
        isLoading={isLoading}
        failure={failure}
        isMissing={isMissing}
        onRetry={() => actor.send({ type: 'incident.retry' })}
      />
      {isMissing && note && <StrandedNote note={note} />}
      {incident && <Outdated feed={feed} textOf={incidentFailureText} />}
      {isDeleted && <Banner tone="success">{deletionMessage ?? doneTexts.deleted}</Banner>}
      {incident && <IncidentBody actor={actor} incident={incident} queue={queue} />}
      <Dialogs actor={actor} />
      {hasLeft && <ToLive />}
    </Page>
  );
}

/** Leads to the live incidents, with the filter that they had. */
function ToLive() {
  const { state } = useRouter().history.location;
  return <Navigate to="/live" search={searchAfter(state)} replace />;
}

/** Starts the chart of one incident's page. */
function useIncident(
  machine: typeof incidentMachine,
  incidentId: string,
  queue: QueueRef,
): Actor<typeof incidentMachine> {
  const { session, world } = useApp();
  const me = useSelector(session, selectMe);
  // The notices actor runs as long as the session.
  const notices = useSelector(session, selectNoticesActor) as NoticesRef;
  return useScreen(machine, {
    incidentId,
    me: { id: me?.id ?? '', firstName: me?.firstName ?? '' },
    notices,
    queue,
    world,
  });
}
