import { useSelector } from '@xstate/react';
import type { InitiationRef } from '../../machines/cases/initiation.machine';
import {
  selectCanClose,
  selectFailure,
  selectIsConfirming,
  selectIsKept,
  selectIsLoading,
  selectMyCase,
  selectParticipants,
  selectSubmitted,
  selectTeam,
  selectTeamChange,
  selectTeamFailure,
} from '../../machines/cases/initiation.select';
import { namesakesIn } from '../../rules/cases/namesakes';
import { Avatar } from '../parts/Avatar';
import { Button } from '../parts/buttons/Button';
import { Modal } from '../parts/dialogs/Modal';
import { useAnnounced } from '../parts/LiveRegion';
import { ErrorState, LoadingState } from '../parts/page/States';
import { KeptNotice } from '../submissions/KeptNotice';
import styles from './MyCases.module.css';

/** The dialog that starts a case with the members who take part (S2 §4, §5). */
export function InitiationDialog({ initiation }: { initiation: InitiationRef }) {
  useAnnounced(initiation);
  const { incidentId } = useSelector(initiation, selectMyCase);
  const isLoading = useSelector(initiation, selectIsLoading);
  const teamFailure = useSelector(initiation, selectTeamFailure);
  const team = useSelector(initiation, selectTeam);
  const isConfirming = useSelector(initiation, selectIsConfirming);
  const canClose = useSelector(initiation, selectCanClose);
  const isKept = useSelector(initiation, selectIsKept);
  const submitted = useSelector(initiation, selectSubmitted);
  return (
    <Modal
      title={`Initiate Case: Incident #${incidentId}`}
      actor={initiation}
      onClose={canClose ? () => initiation.send({ type: 'dialog.close' }) : undefined}
      actions={
        isKept ? (
          <Button type="submit" variant="primary">
            Done
          </Button>
        ) : (
          team && (
            <>
              {isConfirming ? (
                <Button key="later" type="submit">
                  Send later
                </Button>
              ) : (
                <Button key="cancel" type="submit">
                  Cancel
                </Button>
              )}
              <Button
                variant="primary"
                busy={isConfirming}
                onClick={() => initiation.send({ type: 'initiation.confirm' })}
              >
                Confirm
              </Button>
            </>
          )
        )
      }
    >
      {isLoading && <LoadingState label="Loading the team…" />}
      {teamFailure !== null && (
        <ErrorState message={teamFailure} onRetry={() => initiation.send({ type: 'team.retry' })} />
      )}
      {isKept && <KeptNotice item={submitted} />}
      {team && !isKept && <Participants initiation={initiation} isLocked={isConfirming} />}
    </Modal>
  );
}

function Participants({ initiation, isLocked }: { initiation: InitiationRef; isLocked: boolean }) {
  const team = useSelector(initiation, selectTeam);
  const members = team?.teamMembers ?? [];
  // Members who share a full name are told apart by their phone numbers (DECISIONS 348).
  const namesakes = namesakesIn(members, ({ firstName, fullName }) => fullName || firstName);
  const participants = useSelector(initiation, selectParticipants);
  const failure = useSelector(initiation, selectFailure);
  const change = useSelector(initiation, selectTeamChange);
  return (
    <fieldset className={styles.participants} disabled={isLocked}>
      <legend>Who is taking part?</legend>
      <div role="status" className={styles.change}>
        {change !== null && <p>{change}</p>}
      </div>
      {members.map((member) => {
        const { userId, firstName, fullName, phoneNumber } = member;
        return (
          <label key={userId} className={styles.participant}>
            <input
              type="checkbox"
              checked={participants.includes(userId)}
              onChange={() => initiation.send({ type: 'member.toggle', userId })}
            />
            <Avatar userId={userId} name={firstName} size={36} />
            <span dir="auto">
              {fullName || firstName}
              {namesakes.has(member) && phoneNumber && <span className={styles.phone}> {phoneNumber}</span>}
            </span>
          </label>
        );
      })}
      <div role="alert" className={styles.error}>
        {failure !== null && <p>{failure}</p>}
      </div>
    </fieldset>
  );
}
