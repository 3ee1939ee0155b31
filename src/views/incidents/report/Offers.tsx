import { useSelector } from '@xstate/react';
import type { ReportRef } from '../../../machines/incidents/report.machine';
import { selectIsDiscarding, selectIsOffering, selectOffers } from '../../../machines/incidents/report.select';
import { useApp } from '../../app';
import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import { Question } from '../../parts/dialogs/Question';
import { useEmitted } from '../../parts/useEmitted';
import styles from './Report.module.css';
import { SimilarIncidents, useShowMerged } from './SimilarIncidents';

/** 'Is it one of these?', asked before a report is sent that may be a duplicate, and the question before a report is discarded. */
export function Offers({ report }: { report: ReportRef }) {
  const { can } = useApp();
  const showMerged = useShowMerged();
  const isOffering = useSelector(report, selectIsOffering);
  const isDiscarding = useSelector(report, selectIsDiscarding);
  const offers = useSelector(report, selectOffers);
  useEmitted(report, 'report.merged', ({ incidentId }) => showMerged(incidentId));
  const close = () => report.send({ type: 'modal.close' });
  const discard = () => report.send({ type: 'report.discard' });
  return (
    <>
      {isOffering && (
        <Modal
          title="Is it one of these?"
          size="wide"
          onClose={close}
          actions={
            <>
              <Button onClick={discard}>Yes, discard my report</Button>
              <Button variant="primary" onClick={() => report.send({ type: 'report.confirm' })}>
                No, report it anyway
              </Button>
            </>
          }
        >
          <div className={styles.outcome}>
            <p>
              Somebody has reported such an animal near there in the last two days. Your report has not been sent: it
              stays on this device until you {can('notes') && 'add it to one of these, '}send it or discard it.
            </p>
            <SimilarIncidents
              incidents={offers}
              onMerge={(incident) => report.send({ type: 'report.merge', incident })}
            />
          </div>
        </Modal>
      )}
      {isDiscarding && (
        <Question
          title="Discard your report?"
          isLocal
          onClose={close}
          keep="Keep it"
          verb="Discard"
          onConfirm={discard}
        >
          <p>What you have written and its photos are deleted from this device.</p>
        </Question>
      )}
    </>
  );
}
