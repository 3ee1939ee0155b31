import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { flushSync } from 'react-dom';
import type { ReportRef } from '../../../machines/incidents/report.machine';
import {
  selectFailure,
  selectHasFiles,
  selectIncidentId,
  selectIsFailed,
  selectIsKept,
  selectIsRefused,
  selectIsSucceeded,
  selectIsUnclear,
  selectIsWaiting,
  selectSuccess,
} from '../../../machines/incidents/report.select';
import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import styles from './Report.module.css';
import { UnclearArrival } from './UnclearArrival';
import { WAITING_REPORTS } from './WaitingReports';

/** The result of a report (S1 §2, §8). */
export function Outcome({ report }: { report: ReportRef }) {
  const isFailed = useSelector(report, selectIsFailed);
  const isWaiting = useSelector(report, selectIsWaiting);
  const isUnclear = useSelector(report, selectIsUnclear);
  const isSucceeded = useSelector(report, selectIsSucceeded);
  return (
    <>
      {isFailed && <Failed report={report} />}
      {isUnclear && <Unclear report={report} />}
      {isWaiting && <Waiting report={report} />}
      {isSucceeded && <Succeeded report={report} />}
    </>
  );
}

function Succeeded({ report }: { report: ReportRef }) {
  const navigate = useNavigate();
  const message = useSelector(report, selectSuccess);
  const incidentId = useSelector(report, selectIncidentId);
  return (
    <Modal
      title="Report Submitted!"
      onClose={() => {
        report.send({ type: 'modal.close' });
        void navigate({ to: '/' });
      }}
      actions={
        <Button type="submit" variant="primary">
          OK, Got It
        </Button>
      }
    >
      <div className={styles.outcome}>
        <p>{message}</p>
        {incidentId !== null && (
          <Link
            to="/incident/$incidentId"
            params={{ incidentId: String(incidentId) }}
            className={styles.idCard}
            onClick={() => report.send({ type: 'modal.close' })}
          >
            <span>Incident ID</span>
            <strong>{incidentId}</strong>
          </Link>
        )}
        <div className={styles.next}>
          <h3>What's Next?</h3>
          <p>Our team reviews your report immediately and may call the informer.</p>
        </div>
      </div>
    </Modal>
  );
}

function Failed({ report }: { report: ReportRef }) {
  const failure = useSelector(report, selectFailure);
  const isRefused = useSelector(report, selectIsRefused);
  return (
    <Modal
      title="Error"
      onClose={() => report.send({ type: 'modal.close' })}
      actions={
        <>
          <Button type="submit" variant={isRefused ? 'primary' : 'quiet'}>
            Back to the form
          </Button>
          <Button onClick={() => report.send({ type: 'report.defer' })}>Send later</Button>
          <Button variant={isRefused ? 'quiet' : 'primary'} onClick={() => report.send({ type: 'report.retry' })}>
            Try again
          </Button>
        </>
      }
    >
      <p role="alert">{failure}</p>
    </Modal>
  );
}

/** The app cannot find out whether the report has arrived; the member can (DECISIONS W3). */
function Unclear({ report }: { report: ReportRef }) {
  return (
    <Modal
      title="Did It Arrive?"
      onClose={() => report.send({ type: 'modal.close' })}
      actions={
        <>
          <Button type="submit">Decide later</Button>
          <Button variant="primary" onClick={() => report.send({ type: 'report.confirm' })}>
            Send again
          </Button>
        </>
      }
    >
      <p>
        <UnclearArrival />
      </p>
    </Modal>
  );
}

function Waiting({ report }: { report: ReportRef }) {
  const failure = useSelector(report, selectFailure);
  const isKept = useSelector(report, selectIsKept);
  const hasFiles = useSelector(report, selectHasFiles);
  return (
    <Modal
      title={isKept ? 'Kept for Later' : 'Not Sent Yet'}
      onClose={() => {
        // The empty form alone would look as if the report were lost. The list that has it is far above the submit button. DECISIONS 338
        flushSync(() => report.send({ type: 'modal.close' }));
        document.getElementById(WAITING_REPORTS)?.focus();
      }}
      actions={
        <Button type="submit" variant="primary">
          OK
        </Button>
      }
    >
      <div className={styles.outcome}>
        {isKept ? (
          <p>
            Your report is kept on this device{hasFiles && ' with its files'}. It goes out by itself as soon as there is
            a connection, also when you have closed the app meanwhile and open it again.
          </p>
        ) : (
          <p>
            This browser cannot keep your report: leave this page open until it is sent. It goes out by itself as soon
            as there is a connection.
          </p>
        )}
        {failure !== null && (
          <p role="alert" className={styles.error}>
            {failure}
          </p>
        )}
      </div>
    </Modal>
  );
}
