import { Car, Clock, MapPinCheck } from 'lucide-react';
import type { Incident } from '../../contract/incidents';
import type { Movement } from '../../contract/movement';
import type { Submission } from '../../contract/submissions';
import { type MovementPress, maySay } from '../../machines/cases/movement.select';
import { waitingMovement } from '../../rules/movement';
import { useApp } from '../app';
import { Button } from '../parts/Button';
import styles from './Movement.module.css';

interface MyMovementProps {
  incident: Pick<Incident, 'id' | 'animalType' | 'location'>;
  /** The movement that the server has confirmed; null if the member has not said any. */
  confirmed: Movement | null;
  waiting: readonly Submission[];
  onSay: (press: MovementPress) => void;
}

const states: Readonly<Record<Movement, string>> = {
  ON_MY_WAY: 'You are on your way.',
  ARRIVED: 'You have arrived.',
};

/** Buttons with which a member of the team says that they are on their way, or that they have arrived (DECISIONS 154). */
export function MyMovement({ incident, confirmed, waiting, onSay }: MyMovementProps) {
  const { can } = useApp();
  const unsent = waitingMovement(incident.id, waiting);
  const said = unsent === undefined ? confirmed : unsent;
  if (!can('movement')) return null;
  const say = (movement: Movement | null) => onSay({ type: 'movement.say', incident, said, movement });
  return (
    <div className={styles.mine}>
      <p className={styles.state} role="status">
        {said !== null && states[said]}
        {unsent !== undefined && (
          <span className={styles.waiting}>
            <Clock size={16} aria-hidden /> Waits to be sent
          </span>
        )}
      </p>
      {maySay(said, 'ON_MY_WAY') && (
        <Button variant="primary" onClick={() => say('ON_MY_WAY')}>
          <Car size={18} aria-hidden /> I'm on My Way
        </Button>
      )}
      {maySay(said, 'ARRIVED') && (
        <Button variant={said === null ? 'secondary' : 'primary'} onClick={() => say('ARRIVED')}>
          <MapPinCheck size={18} aria-hidden /> I've Arrived
        </Button>
      )}
      {maySay(said, null) && (
        <Button variant="quiet" onClick={() => say(null)}>
          Undo
        </Button>
      )}
    </div>
  );
}
