import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectFormActor, selectIsEditing } from '../../../machines/incidents/report.select';
import type { ReportFormRef } from '../../../machines/incidents/reportForm.machine';
import { selectIsReplacing } from '../../../machines/incidents/reportForm.select';
import type { ReportingRef } from '../../../machines/incidents/reporting.machine';
import { selectQueue } from '../../../machines/incidents/reporting.select';
import { selectMe, selectReporting } from '../../../machines/session/session.select';
import { useApp, useScreen } from '../../app';
import { Button } from '../../parts/Button';
import { Modal } from '../../parts/Modal';
import { Page } from '../../parts/Page';
import { Offers } from './Offers';
import { Outcome } from './Outcome';
import { ReportForm } from './ReportForm';
import { WaitingReports } from './WaitingReports';

/** Report an Incident (S1 §2, /report). What keeps the waiting reports is there before any screen of a member. */
export function ReportScreen() {
  const reporting = useSelector(useApp().session, selectReporting);
  return reporting && <Reporting reporting={reporting} />;
}

function Reporting({ reporting }: { reporting: ReportingRef }) {
  const { session, machines, world } = useApp();
  const me = useSelector(session, selectMe)?.id ?? '';
  const input = useMemo(() => ({ me, world, reporting }), [me, world, reporting]);
  const report = useScreen(machines.report, input);
  const form = useSelector(report, selectFormActor);
  const isEditing = useSelector(report, selectIsEditing);
  const queue = useSelector(reporting, selectQueue);

  return (
    <Page
      title="Report an Incident"
      actor={report}
      lead="Tell us about an animal that needs help. A team looks at each report at once."
      narrow
    >
      {queue && (
        <WaitingReports
          queue={queue}
          onEdit={isEditing ? (waiting) => form?.send({ type: 'form.fill', report: waiting }) : undefined}
        />
      )}
      {form && <ReportForm form={form} report={report} />}
      {form && <Replacing form={form} />}
      <Offers report={report} />
      <Outcome report={report} />
    </Page>
  );
}

/** Asks whether a waiting report may take the place of what is written. */
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
      The form holds a report that you have not sent. If you edit the waiting one now, what is in the form is lost.
    </Modal>
  );
}
