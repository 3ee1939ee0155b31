import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { Assignment } from '../../contract/teams';
import type { AssignmentRef } from '../../machines/cases/assignment.machine';
import {
  selectAssignment,
  selectConflict,
  selectHasTurnedBack,
  selectIsUnauthorized,
} from '../../machines/cases/assignment.select';
import { assignmentTexts } from '../../rules/cases/assignmentTexts';
import { UnauthorizedModal } from '../incidents/parts/UnauthorizedModal';
import { Button, buttonLook } from '../parts/buttons/Button';
import { Modal } from '../parts/dialogs/Modal';
import styles from './Assignment.module.css';
import { MemberNames } from './MemberNames';

interface AssignmentDialogsProps {
  assignment: AssignmentRef;
  incidentId: string;
}

/** The dialogs after an assignment: success, missing role, conflict (S2 §2, §6, §8). */
export function AssignmentDialogs({ assignment, incidentId }: AssignmentDialogsProps) {
  const navigate = useNavigate();
  const isUnauthorized = useSelector(assignment, selectIsUnauthorized);
  const hasTurnedBack = useSelector(assignment, selectHasTurnedBack);
  const conflict = useSelector(assignment, selectConflict);
  const assigned = useSelector(assignment, selectAssignment);
  const close = () => assignment.send({ type: 'dialog.close' });
  return (
    <>
      {isUnauthorized && <UnauthorizedModal text={assignmentTexts.unauthorized} onClose={close} />}
      {hasTurnedBack && <Navigate to="/incident/$incidentId" params={{ incidentId }} replace />}
      {conflict !== null && (
        <Modal
          title="Not Assigned"
          onClose={close}
          actions={
            <>
              <Button type="submit">Look Again</Button>
              <Link to="/incident/$incidentId" params={{ incidentId }} replace className={buttonLook('primary')}>
                Back to the incident
              </Link>
            </>
          }
        >
          <p role="alert">{conflict}</p>
        </Modal>
      )}
      {assigned && (
        <Success
          assigned={assigned}
          onDone={() => {
            close();
            void navigate({ to: '/live' });
          }}
        />
      )}
    </>
  );
}

function Success({ assigned, onDone }: { assigned: Assignment; onDone: () => void }) {
  return (
    <Modal
      title="Team Assigned!"
      onClose={onDone}
      actions={
        <>
          {assigned.chatId && (
            <Link to="/chat/$chatId" params={{ chatId: assigned.chatId }} className={buttonLook()}>
              Open Chat
            </Link>
          )}
          <Button type="submit" variant="primary">
            Done
          </Button>
        </>
      }
    >
      <dl className={styles.result}>
        <dt>Case ID</dt>
        <dd>#{assigned.caseId}</dd>
        <dt>Team Name</dt>
        <dd dir="auto">{assigned.teamName}</dd>
        <dt>Members</dt>
        <dd>
          <MemberNames members={assigned.teamMembers} />
        </dd>
      </dl>
    </Modal>
  );
}
