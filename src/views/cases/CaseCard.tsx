import { Link } from '@tanstack/react-router';
import { CircleCheck, Clock, Pencil, Play } from 'lucide-react';
import type { MyCase } from '../../contract/cases';
import type { Submission } from '../../contract/submissions';
import { isMovementNext, lastMovement } from '../../machines/cases/movement.select';
import type { MyCasesRef } from '../../machines/cases/myCases.machine';
import { editableCompletion, offersCompletion, offersInitiation } from '../../machines/cases/myCases.select';
import { locationText } from '../../rules/incidents/incidents';
import { notSentText } from '../../rules/submissions/texts';
import { dateTimeText } from '../../rules/timeTexts';
import { useApp } from '../app';
import { AnimalLabel, StatusTag } from '../incidents/parts/Labels';
import { PhotosLink } from '../incidents/parts/PhotosLink';
import { SeverityTag } from '../incidents/parts/SeverityTag';
import { Button } from '../parts/buttons/Button';
import { CaseLinks, OfCase } from './CaseLinks';
import styles from './MyCases.module.css';
import { MyMovement } from './MyMovement';

interface CaseCardProps {
  myCases: MyCasesRef;
  myCase: MyCase;
  /** The member's action on this case that waits to be sent, or null. */
  pending: 'initiation' | 'completion' | null;
  waiting: readonly Submission[];
  /** Whether this device keeps notes or photos for its completion that were not sent. */
  hasDraft: boolean;
}

/** One active case: a link to its incident, and the actions that the member can take now (S2 §2, §4). */
export function CaseCard({ myCases, myCase, pending, waiting, hasDraft }: CaseCardProps) {
  const { incidentId, animalType, status, location, description, teamName, reportedAt, movement } = myCase;
  const { can } = useApp();
  const movesNext =
    can('movement') && movement !== undefined && isMovementNext(status, lastMovement(incidentId, movement, waiting));
  const variant = movesNext ? 'secondary' : 'primary';
  const editable = offersCompletion(myCase) ? editableCompletion(incidentId, waiting) : undefined;
  return (
    <article className={styles.card} aria-label={`Incident #${incidentId}`}>
      <div className={styles.head}>
        <PhotosLink incident={{ id: incidentId, photoUrl: myCase.photoUrl }} size={88} />
        <Link to="/incident/$incidentId" params={{ incidentId }} className={styles.about}>
          <div className={styles.row}>
            <h2 className={styles.name}>Incident #{incidentId}</h2>
            <StatusTag status={status} />
          </div>
          <span className={styles.facts}>
            <AnimalLabel animalType={animalType} />
            <SeverityTag severity={myCase.severity} />
          </span>
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
            <time dateTime={reportedAt ?? undefined}>{dateTimeText(reportedAt)}</time>
          </span>
        </Link>
      </div>
      <CaseLinks myCase={myCase} />
      {pending !== null && (
        <p className={styles.pending}>
          <Clock size={16} aria-hidden />
          {pending === 'initiation'
            ? 'The start of this case waits to be sent.'
            : 'Marked as done. It waits to be sent.'}
        </p>
      )}
      {editable?.status === 'refused' && <p className={styles.refused}>{notSentText(editable.reason)}</p>}
      {editable && (
        <Button
          variant={pending === 'completion' ? 'secondary' : variant}
          onClick={() => myCases.send({ type: 'case.complete', myCase, waiting: editable })}
        >
          <Pencil size={18} aria-hidden /> Edit Notes and Photos <OfCase incidentId={incidentId} />
        </Button>
      )}
      {pending !== 'completion' && movement !== undefined && (
        <MyMovement
          incident={{ id: incidentId, animalType, location }}
          confirmed={movement}
          waiting={waiting}
          onSay={myCases.send}
          isSecondary={!movesNext}
        />
      )}
      {pending === null && offersInitiation(myCase) && (
        <Button variant={variant} onClick={() => myCases.send({ type: 'case.initiate', myCase })}>
          <Play size={18} aria-hidden /> Initiate Case <OfCase incidentId={incidentId} />
        </Button>
      )}
      {!editable && offersCompletion(myCase) && hasDraft && (
        <p className={styles.pending}>
          <Pencil size={16} aria-hidden />
          Draft: notes or photos that you have not sent.
        </p>
      )}
      {!editable && offersCompletion(myCase) && (
        <Button variant={variant} onClick={() => myCases.send({ type: 'case.complete', myCase })}>
          <CircleCheck size={18} aria-hidden /> Mark as Done <OfCase incidentId={incidentId} />
        </Button>
      )}
    </article>
  );
}
