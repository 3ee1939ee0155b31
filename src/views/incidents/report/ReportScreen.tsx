import { useLocation, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { reportMachine } from '../../../machines/incidents/report.machine';
import { selectFormActor, selectIsEditing, selectShownId } from '../../../machines/incidents/report.select';
import type { ReportFormRef } from '../../../machines/incidents/reportForm.machine';
import { selectIsDraftKnown, selectIsReplacing } from '../../../machines/incidents/reportForm.select';
import { selectQueue } from '../../../machines/session/messaging.machine';
import { selectMe } from '../../../machines/session/session.select';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import { selectItem } from '../../../machines/submissions/queue.select';
import { type ScreenProps, useApp, useMember, useScreen } from '../../app';
import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import { Page } from '../../parts/page/Page';
import { Offers } from './Offers';
import { Outcome } from './Outcome';
import { ReportForm } from './ReportForm';
import { WaitingReports } from './WaitingReports';

/** The screen for reporting an incident (S1 §2, /report). */
export function ReportScreen({ machine }: ScreenProps<typeof reportMachine>) {
  const queue = useSelector(useMember().messaging, selectQueue);
  return queue && <Report machine={machine} queue={queue} />;
}

function Report({ machine, queue }: ScreenProps<typeof reportMachine> & { queue: QueueRef }) {
  const { session, world } = useApp();
  const myId = useSelector(session, selectMe)?.id ?? '';
  const report = useScreen(machine, { myId, world, queue });
  const form = useSelector(report, selectFormActor);
  const isEditing = useSelector(report, selectIsEditing);
  const isDraftKnown = useSelector(form, (snapshot) => snapshot !== undefined && selectIsDraftKnown(snapshot));
  const shown = useSelector(report, selectShownId);

  return (
    <Page
      title="Report an Incident"
      actor={report}
      lead="Tell us about an animal that needs help. A team looks at each report at once."
      narrow
    >
      <WaitingReports
        queue={queue}
        shown={shown}
        // A draft that is read later would be joined with the report (DECISIONS 321).
        onEdit={isEditing && isDraftKnown ? (waiting) => form?.send({ type: 'form.fill', report: waiting }) : undefined}
      />
      {form && <ReportForm form={form} report={report} />}
      {form && isEditing && <Wanted form={form} queue={queue} />}
      {form && <Replacing form={form} />}
      <Offers report={report} />
      <Outcome report={report} />
    </Page>
  );
}

/** Fills in the report of which 'Edit' was pressed in the tray, as soon as it is known what the form holds (DECISIONS 321). */
function Wanted({ form, queue }: { form: ReportFormRef; queue: QueueRef }) {
  const wanted = useLocation({ select: ({ state }) => state.edit });
  const isKnown = useSelector(form, selectIsDraftKnown);
  const navigate = useNavigate();
  useEffect(() => {
    if (wanted === undefined || !isKnown) return;
    const report = selectItem(wanted)(queue.getSnapshot())?.submission;
    if (report?.kind === 'report') form.send({ type: 'form.fill', report });
    // Otherwise it would be filled in again when the member comes back to this screen.
    void navigate({ to: '/report', replace: true });
  }, [wanted, isKnown, form, queue, navigate]);
  return null;
}

/** Asks whether a waiting report may replace the contents of the form. */
function Replacing({ form }: { form: ReportFormRef }) {
  const isReplacing = useSelector(form, selectIsReplacing);
  if (!isReplacing) return null;
  return (
    <Modal
      title="Replace what you have written?"
      onClose={() => form.send({ type: 'modal.close' })}
      actions={
        <>
          <Button type="submit">Keep writing</Button>
          <Button variant="primary" onClick={() => form.send({ type: 'form.replace' })}>
            Replace
          </Button>
        </>
      }
    >
      <p>
        The form holds a report that you have not sent. If you edit the waiting one now, what is in the form is lost.
      </p>
    </Modal>
  );
}
