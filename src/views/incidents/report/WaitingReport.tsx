import type { Incident } from '../../../contract/incidents';
import type { ReportSubmission } from '../../../contract/submissions';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import type { TrayRef } from '../../../machines/submissions/tray.machine';
import { noteOfReport } from '../../../rules/incidents/reportAsNote';
import { isRetryUseless } from '../../../rules/submissions/cases';
import type { Item } from '../../../rules/submissions/queue';
import { useApp } from '../../app';
import { Button } from '../../parts/buttons/Button';
import { WaitingSubmission } from '../../submissions/WaitingSubmission';
import styles from './Report.module.css';
import { SimilarIncidents, useShowMerged } from './SimilarIncidents';
import { UnclearArrival } from './UnclearArrival';

interface WaitingReportProps {
  item: Item;
  queue: QueueRef;
  tray: TrayRef;
  /** Fills the form with the report; absent while the form is busy. */
  onEdit: ((report: ReportSubmission) => void) | undefined;
}

/** A waiting report on the report screen. The member can edit it and answer the question about it. */
export function WaitingReport({ item, queue, tray, onEdit }: WaitingReportProps) {
  const { world } = useApp();
  const showMerged = useShowMerged();
  const report = item.submission;
  if (report.kind !== 'report') return null;
  const isAsking = report.status === 'asking';
  const isKnown = report.content.similar.length > 0;
  const merge = (incident: Incident) => {
    queue.send({ type: 'submission.queue', submission: noteOfReport(report, incident, world), replaces: report.id });
    showMerged(incident.id);
  };
  const sendAnyway = () => queue.send({ type: 'submission.change', submission: sentAnyway(report) });
  return (
    <WaitingSubmission
      item={item}
      queue={queue}
      tray={tray}
      question={isAsking && <Question report={report} onMerge={merge} />}
      buttons={
        <>
          {isAsking && (
            <Button variant="primary" onClick={sendAnyway}>
              {isKnown ? 'No, report it anyway' : 'Send again'}
            </Button>
          )}
          {onEdit && (
            <Button variant={isRetryUseless(report) ? 'primary' : 'secondary'} onClick={() => onEdit(report)}>
              Edit
            </Button>
          )}
        </>
      }
      deletion={isKnown ? 'Yes, discard my report' : 'Delete'}
    />
  );
}

interface QuestionProps {
  report: ReportSubmission;
  onMerge: (incident: Incident) => void;
}

/** The question that the member has to answer before a report is sent. */
function Question({ report, onMerge }: QuestionProps) {
  if (report.content.similar.length === 0)
    return (
      <p className={styles.question}>
        <UnclearArrival />
      </p>
    );
  return (
    <div className={styles.question}>
      <p>Is it one of these?</p>
      <SimilarIncidents incidents={report.content.similar} onMerge={onMerge} />
    </div>
  );
}

const sentAnyway = (report: ReportSubmission): ReportSubmission => ({
  ...report,
  wasTried: false,
  content: { ...report.content, isNew: true, similar: [] },
});
