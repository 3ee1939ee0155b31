import { useSelector } from '@xstate/react';
import { LocateFixed } from 'lucide-react';
import type { LiveRef } from '../../../machines/incidents/live.machine';
import { selectNearby } from '../../../machines/incidents/live.select';
import { selectIsLocating, selectMyPlace } from '../../../machines/incidents/nearby.machine';
import { classes } from '../../parts/classes';
import styles from './Live.module.css';

/** Sorts the incidents by their distance from the member. The browser asks for the permission only after the press. */
export function NearMe({ live }: { live: LiveRef }) {
  const nearby = useSelector(live, selectNearby);
  const isLocating = useSelector(nearby, selectIsLocating);
  const isOn = useSelector(nearby, selectMyPlace) !== null || isLocating;
  return (
    <button
      type="button"
      className={classes(styles.view, styles.near)}
      aria-pressed={isOn}
      onClick={() => nearby?.send({ type: isOn ? 'near.leave' : 'near.choose' })}
    >
      <LocateFixed size={20} aria-hidden />
      {isLocating ? 'Locating…' : 'Near me'}
    </button>
  );
}
