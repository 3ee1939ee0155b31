import { useSelector } from '@xstate/react';
import type { IncidentRef } from '../../../machines/incidents/incident.machine';
import {
  selectClosing,
  selectDeleting,
  selectEdit,
  selectHistory,
  selectIncident,
  selectIsTimeline,
  selectTeam,
  selectTeamKit,
  selectUnauthorized,
} from '../../../machines/incidents/incident.select';
import { TeamModal } from '../../cases/TeamModal';
import { UnauthorizedModal } from '../parts/UnauthorizedModal';
import { CloseModal } from './CloseModal';
import { DeleteModal } from './DeleteModal';
import { EditModal } from './EditForm';
import { HistoryModal } from './HistoryModal';
import { KitModal } from './KitModal';

/** The modals of the incident page (S2 §2). Each is open while its chart runs; `unauthorized` is a text of the page's own chart. */
export function Dialogs({ actor }: { actor: IncidentRef }) {
  const edit = useSelector(actor, selectEdit);
  const closing = useSelector(actor, selectClosing);
  const deleting = useSelector(actor, selectDeleting);
  const history = useSelector(actor, selectHistory);
  const isTimeline = useSelector(actor, selectIsTimeline);
  const team = useSelector(actor, selectTeam);
  const kit = useSelector(actor, selectTeamKit);
  const incident = useSelector(actor, selectIncident);
  const unauthorized = useSelector(actor, selectUnauthorized);
  return (
    <>
      {edit && <EditModal edit={edit} />}
      {closing && incident && <CloseModal closing={closing} incident={incident} />}
      {deleting && incident && <DeleteModal deleting={deleting} incident={incident} />}
      {history && <HistoryModal history={history} isTimeline={isTimeline} />}
      {team && <TeamModal team={team} />}
      {kit && <KitModal kit={kit} />}
      {unauthorized !== null && (
        <UnauthorizedModal text={unauthorized} onClose={() => actor.send({ type: 'modal.close' })} />
      )}
    </>
  );
}
