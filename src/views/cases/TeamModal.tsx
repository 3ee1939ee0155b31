import { useSelector } from '@xstate/react';
import { selectFailure, selectIsLoading, selectTeam, type TeamRef } from '../../machines/cases/team.machine';
import { Button } from '../parts/buttons/Button';
import { Modal } from '../parts/dialogs/Modal';
import { ErrorState, LoadingState } from '../parts/page/States';
import { MemberNames } from './MemberNames';
import styles from './TeamModal.module.css';

/** The members of an incident's team (S1 §2, 'The team modal'). It is open while its actor runs. */
export function TeamModal({ team: actor }: { team: TeamRef }) {
  const team = useSelector(actor, selectTeam);
  const isLoading = useSelector(actor, selectIsLoading);
  const failure = useSelector(actor, selectFailure);
  return (
    <Modal
      title={team?.teamName || 'Team'}
      actor={actor}
      onClose={() => actor.send({ type: 'modal.close' })}
      actions={<Button type="submit">Close</Button>}
    >
      {isLoading && <LoadingState label="Loading the team…" />}
      {failure !== null && <ErrorState message={failure} onRetry={() => actor.send({ type: 'team.retry' })} />}
      {team && (
        <div className={styles.team}>
          {team.assignedBy && (
            <p className={styles.by}>
              Assigned by <bdi>{team.assignedBy}</bdi>
            </p>
          )}
          <MemberNames members={team.teamMembers} />
        </div>
      )}
    </Modal>
  );
}
