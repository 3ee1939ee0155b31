import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Incident } from '../../../contract/incidents';
import { type CopyingRef, selectCopied, selectIsFetching } from '../../../machines/incidents/copying.machine';
import type { IncidentRef } from '../../../machines/incidents/incident.machine';
import {
  selectAction,
  selectCopying,
  selectIsInterested,
  selectLocation,
} from '../../../machines/incidents/incident.select';
import {
  type IncidentActionRef,
  selectChange,
  selectUnderWay,
  selectWantedInterest,
} from '../../../machines/incidents/incidentAction.machine';
import type { IncidentLocationRef } from '../../../machines/incidents/incidentLocation.machine';
import { selectIsBusy as selectIsLocationBusy } from '../../../machines/incidents/incidentLocation.select';
import { buttonsOf, type IncidentButton, primaryButton, waitsFor } from '../../../machines/incidents/permission';
import { selectMe, selectRoles } from '../../../machines/session/session.select';
import { isInTeam } from '../../../rules/incidents/incidents';
import { useApp } from '../../app';
import { ActionButton } from './ActionButton';
import styles from './Incident.module.css';
import { LocationProgress } from './LocationProgress';

interface ActionsProps {
  actor: IncidentRef;
  incident: Incident;
}

/** The actions that the incident's lifecycle offers this member in its status (S2 §4). */
export function Actions({ actor, incident }: ActionsProps) {
  const action = useSelector(actor, selectAction);
  const location = useSelector(actor, selectLocation);
  const copying = useSelector(actor, selectCopying);
  return (
    action &&
    location &&
    copying && (
      <section className={styles.card} aria-label="Actions">
        <Buttons actor={actor} incident={incident} action={action} copying={copying} location={location} />
        <LocationProgress location={location} />
      </section>
    )
  );
}

interface ButtonsProps extends ActionsProps {
  action: IncidentActionRef;
  copying: CopyingRef;
  location: IncidentLocationRef;
}

function Buttons({ actor, incident, action, copying, location }: ButtonsProps) {
  const { session } = useApp();
  const roles = useSelector(session, selectRoles);
  const me = useSelector(session, selectMe);
  const buttons = useMemo(() => buttonsOf(incident, roles), [incident, roles]);
  const confirmed = useSelector(actor, selectIsInterested);
  const wanted = useSelector(action, selectWantedInterest);
  const change = useSelector(action, selectChange);
  const underWay = useSelector(action, selectUnderWay);
  const copied = useSelector(copying, selectCopied);
  const isFetching = useSelector(copying, selectIsFetching);
  const situation = {
    isInterested: wanted ?? confirmed,
    isCopied: copied === 'details',
    isInTeam: isInTeam(incident, me?.id),
  };
  const primary = primaryButton(incident, roles, situation.isInterested);
  const isLocating = useSelector(location, selectIsLocationBusy);
  const isUnderWay = (button: IncidentButton) =>
    button === change || (button === 'details.copy' && isFetching) || (button === 'incident.locate' && isLocating);
  return buttons.length > 0 ? (
    <div className={styles.offers}>
      {buttons.map((button) => (
        <ActionButton
          key={button}
          button={button}
          situation={situation}
          primary={button === primary}
          busy={isUnderWay(button)}
          pending={button === 'interest.toggle' && wanted !== null}
          disabled={waitsFor(underWay, button)}
          onPress={() => actor.send({ type: button, roles })}
        />
      ))}
      {buttons.includes('incident.locate') && (
        // It may be taken for a button that refreshes the page.
        <p className={styles.interested}>Update Location sets the place of the animal to where you are now.</p>
      )}
    </div>
  ) : (
    <p className={styles.interested}>There is nothing to be done here for you now.</p>
  );
}
