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
