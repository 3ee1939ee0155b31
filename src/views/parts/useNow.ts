import { useSelector } from '@xstate/react';
import { type ClockSnapshot, selectNow } from '../../machines/session/clock.machine';
import { selectClock } from '../../machines/session/session.select';
import { useApp } from '../app';

/** The time in milliseconds since 1970; updated every 60 s (S1 §2). */
export function useNow(): number {
  const { session, world } = useApp();
  const clock = useSelector(session, selectClock);
  return useSelector(clock, (snapshot?: ClockSnapshot) => (snapshot ? selectNow(snapshot) : world.now()));
}

const MINUTE = 60_000;

/**
 * The server's time to about a minute, in milliseconds since 1970. For ages of what the server has recorded, above all 'ATTENTION!'
 * (S1 §4): the clock of a phone may be hours off (DECISIONS 370). In whole minutes beside this device's time, so that it does not
 * change with each answer of the server.
 */
export function useServerNow(): number {
  const { world } = useApp();
  return useNow() + Math.round((world.serverNow() - world.now()) / MINUTE) * MINUTE;
}
