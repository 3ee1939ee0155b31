import { Link } from '@tanstack/react-router';
import { CircleCheck, Play } from 'lucide-react';
import type { MyCase } from '../../contract/cases';
import type { MyCasesRef } from '../../machines/cases/myCases.machine';
import { offersCompletion, offersInitiation } from '../../machines/cases/myCases.select';
import { locationText, reportedText } from '../../rules/incidents';
import { AnimalLabel, StatusTag } from '../incidents/parts/Labels';
import { Button } from '../parts/Button';
import styles from './MyCases.module.css';

interface CaseCardProps {
  myCases: MyCasesRef;
  myCase: MyCase;
}

/** One active case: a link to its incident, and the actions of its status (S2 §2, §4). */
export function CaseCard({ myCases, myCase }: CaseCardProps) {
  const { incidentId, animalType, status, location, description, teamName, reportedAt } = myCase;
  return (
    <article className={styles.card} aria-label={`Incident #${incidentId}`}>
      <Link to="/incident/$incidentId" params={{ incidentId }} className={styles.about}>
        <span className={styles.row}>
          <span className={styles.name}>Incident #{incidentId}</span>
          <StatusTag status={status} />
        </span>
        <AnimalLabel animalType={animalType} />
        <span className={styles.text} dir="auto">
          {locationText(location)}
        </span>
        {description && (
          <span className={styles.description} dir="auto">
            {description}
          </span>
        )}
        <span className={styles.facts}>
          {teamName && <span dir="auto">{teamName}</span>}
          <time dateTime={reportedAt ?? undefined}>{reportedText(reportedAt)}</time>
        </span>
      </Link>
      {offersInitiation(myCase) && (
        <Button variant="primary" onClick={() => myCases.send({ type: 'case.initiate', myCase })}>
          <Play size={18} aria-hidden /> Initiate Case
        </Button>
      )}
      {offersCompletion(myCase) && (
        <Button variant="primary" onClick={() => myCases.send({ type: 'case.complete', myCase })}>
          <CircleCheck size={18} aria-hidden /> Mark as Done
        </Button>
      )}
    </article>
  );
}
