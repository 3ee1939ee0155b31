import { Link } from '@tanstack/react-router';
import type { Submission } from '../../contract/submissions';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import type { TrayRef } from '../../machines/submissions/tray.machine';
import { withoutRefusedFile } from '../../rules/chat/outgoing';
import { reportOfNote } from '../../rules/incidents/reportAsNote';
import { canBecomeReport, isCaseGone, isRetryUseless } from '../../rules/submissions/cases';
import { canBecomeNote } from '../../rules/submissions/note';
import { canBeSavedAsFile } from '../../rules/submissions/refused';
import { useApp } from '../app';
import { Button, buttonLook } from '../parts/buttons/Button';
import { AddAsNote } from './AddAsNote';

export interface WaysProps {
  submission: Submission;
  queue: QueueRef;
  tray: TrayRef;
}

/**
 * What can be done with a refused submission that is no report, besides Retry and Delete. It is the main way if Retry would be refused
 * again (DECISIONS 351).
 */
export function RefusedWays({ submission, queue, tray }: WaysProps) {
  const { can, world } = useApp();
  const variant = isRetryUseless(submission) ? 'primary' : 'secondary';
  const without = withoutRefusedFile(submission);
  if (without)
    return (
      <Button variant={variant} onClick={() => queue.send({ type: 'submission.change', submission: without })}>
        Send only the text
      </Button>
    );
  const copy = (look: typeof variant) => (
    <Button variant={look} onClick={() => tray.send({ type: 'copy.save', submission })}>
      Save a copy
    </Button>
  );
  if (submission.kind === 'completion' && !isCaseGone(submission))
    return (
      <>
        <Link to="/my-cases" className={buttonLook(variant)} onClick={() => tray.send({ type: 'tray.close' })}>
          Edit in My Cases
        </Link>
        {canBeSavedAsFile(submission) && copy('secondary')}
      </>
    );
  const report = canBecomeReport(submission) ? reportOfNote(submission, world) : null;
  if (report) {
    const sendInstead = () => queue.send({ type: 'submission.queue', submission: report, replaces: submission.id });
    return (
      <>
        <Button variant={variant} onClick={sendInstead}>
          Report it instead
        </Button>
        {copy('secondary')}
      </>
    );
  }
  if (canBecomeNote(submission) && can('notes'))
    return <AddAsNote submission={submission} queue={queue} variant={variant} />;
  return canBeSavedAsFile(submission) && copy(variant);
}
