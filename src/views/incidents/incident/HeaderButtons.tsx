import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ArrowLeft, History, Pencil } from 'lucide-react';
import type { Incident } from '../../../contract/incidents';
import type { IncidentRef } from '../../../machines/incidents/incident.machine';
import { selectRoles } from '../../../machines/session/session.select';
import { useApp } from '../../app';
import { Button } from '../../parts/Button';

interface HeaderButtonsProps {
  actor: IncidentRef;
  /** Null while it is not there. */
  incident: Incident | null;
}

/** S2 §2: the header has an edit button and a back button, and a history button if caseCount is above 0. */
export function HeaderButtons({ actor, incident }: HeaderButtonsProps) {
  const roles = useSelector(useApp().session, selectRoles);
  return (
    <>
      <BackButton />
      {incident && incident.caseCount > 0 && (
        <Button onClick={() => actor.send({ type: 'history.view' })}>
          <History size={20} aria-hidden /> History
        </Button>
      )}
      {incident && (
        <Button onClick={() => actor.send({ type: 'incident.edit', roles })}>
          <Pencil size={20} aria-hidden /> Edit
        </Button>
      )}
    </>
  );
}

/** Back to where the member came from; to the live incidents where that was outside the app. */
function BackButton() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return (
    <Button onClick={() => (canGoBack ? router.history.back() : void navigate({ to: '/live' }))}>
      <ArrowLeft size={20} aria-hidden /> Back
    </Button>
  );
}
