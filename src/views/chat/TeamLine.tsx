import { useSelector } from '@xstate/react';
import { Fragment } from 'react';
import { selectGroupIncident, selectIncidentId, selectIsDone } from '../../machines/chat/conversation.select';
import {
  isNobodyMoving,
  movementText,
  nobodyMovingText,
  waitingMovement,
  whoIsWhere,
} from '../../rules/cases/movement';
import { classes } from '../parts/classes';
import { Names } from '../parts/Names';
import { useSubmissions } from '../submissions/useSubmissions';
import { useChat } from './chat';
import styles from './LeadLines.module.css';

/** Who of the team has arrived and who is on the way, while the case needs its team (DECISIONS 154). The info button tells since when. */
export function TeamLine() {
  const { conversation, queue } = useChat();
  const incident = useSelector(conversation, selectGroupIncident);
  const incidentId = useSelector(conversation, selectIncidentId);
  const isDone = useSelector(conversation, selectIsDone);
  const waiting = useSubmissions(queue);
  if (!incident || isDone) return null;
  const stretches = whoIsWhere(incident);
  const isUnsent = incidentId !== null && Boolean(waitingMovement(incidentId, waiting));
  const isNobody = isNobodyMoving(incident) && !isUnsent;
  if (stretches.length === 0 && !isNobody) return null;
  return (
    <p className={classes(styles.line, isNobody && styles.nobody)}>
      <span className={styles.words}>
        {isNobody && nobodyMovingText(incident)}
        {stretches.map(({ movement, names }, at) => (
          <Fragment key={movement}>
            {at > 0 && ' · '}
            {movementText(movement)}: <Names names={names} />
          </Fragment>
        ))}
      </span>
    </p>
  );
}
