import { useSelector } from '@xstate/react';
import type { incidentDetailsMachine } from '../../machines/cases/incidentDetails.machine';
import { selectIsSignedIn } from '../../machines/session/session.select';
import { type IncidentDetailsProps, type ScreenProps, useApp, useScreen } from '../app';
import { IncidentModal } from './IncidentModal';

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
