import { Car, Clock, MapPinCheck } from 'lucide-react';
import type { Incident } from '../../contract/incidents';
import type { Movement } from '../../contract/movement';
import type { Submission } from '../../contract/submissions';
import { lastMovement, type MovementPress, maySay } from '../../machines/cases/movement.select';
import { waitingMovement } from '../../rules/cases/movement';
import { useApp } from '../app';
import { Button } from '../parts/buttons/Button';
import { useAnnounce } from '../parts/LiveRegion';
import { OfCase } from './CaseLinks';
import styles from './Movement.module.css';

interface MyMovementProps {
  incident: Pick<Incident, 'id' | 'animalType' | 'location'>;
  /** The movement that the server has confirmed; null if the member has not said any. */
  confirmed: Movement | null;
  waiting: readonly Submission[];
  onSay: (press: MovementPress) => void;
  /** Another button beside these is the member's next step. */
  isSecondary?: boolean;
}

const states: Readonly<Record<Movement, string>> = {
  ON_MY_WAY: 'You are on your way.',
  ARRIVED: 'You have arrived.',
};

/** The words of the buttons. */
const labels: Readonly<Record<Movement, string>> = {
  ON_MY_WAY: "I'm on My Way",
  ARRIVED: "I've Arrived",
};

/**
 * Buttons with which a member of the team says that they are on their way, or that they have arrived (DECISIONS 154). The pressed
 * one is replaced: the focus rests on the first that is there then, and screen readers say what was said or undone. What was said comes
 * where the pressed button was, and 'Undo' beside it, so that an impatient second press says and undoes nothing (DECISIONS 337).
 */
export function MyMovement({ incident, confirmed, waiting, onSay, isSecondary = false }: MyMovementProps) {
  const { can } = useApp();
  const say = useAnnounce();
  const unsent = waitingMovement(incident.id, waiting);
  const said = lastMovement(incident.id, confirmed, waiting);
  if (!can('movement')) return null;
  const press = (movement: Movement | null) => () => {
    onSay({ type: 'movement.say', incident, said, movement });
    if (movement !== null) say(states[movement]);
    else if (said !== null) say(`Undone: ${labels[said]}`);
  };
  const ofCase = <OfCase incidentId={incident.id} />;
  return (
    <div className={styles.mine} data-rests-at={said === 'ARRIVED' ? 'button' : 'button:not(p + button)'}>
      {(said !== null || unsent !== undefined) && (
        <div className={styles.said}>
          <p className={styles.state}>
            {said !== null && states[said]}
            {unsent !== undefined && (
              <span className={styles.waiting}>
                <Clock size={16} aria-hidden /> Waits to be sent
              </span>
            )}
          </p>
          {maySay(said, null) && (
            <Button variant="quiet" onClick={press(null)}>
              Undo {ofCase}
            </Button>
          )}
        </div>
      )}
      {maySay(said, 'ON_MY_WAY') && (
        <Button variant={isSecondary ? 'secondary' : 'primary'} onClick={press('ON_MY_WAY')}>
          <Car size={18} aria-hidden /> {labels.ON_MY_WAY} {ofCase}
        </Button>
      )}
      {maySay(said, 'ARRIVED') && (
        <Button variant={said === null || isSecondary ? 'secondary' : 'primary'} onClick={press('ARRIVED')}>
          <MapPinCheck size={18} aria-hidden /> {labels.ARRIVED} {ofCase}
        </Button>
      )}
    </div>
  );
}
