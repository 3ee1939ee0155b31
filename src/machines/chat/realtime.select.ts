import type { RealtimeSnapshot } from './realtime.machine';

/** The state of the connection that the member is shown. */
export type ConnectionState = 'connecting' | 'connected' | 'waiting' | 'offline' | 'stopped';

export function selectConnection(snapshot: RealtimeSnapshot): ConnectionState {
  if (snapshot.matches('online')) return snapshot.hasTag('live') ? 'connected' : 'connecting';
  if (snapshot.matches('waiting')) return 'waiting';
  return snapshot.value as 'offline' | 'stopped';
}
export const selectIsLive = (snapshot: RealtimeSnapshot) => snapshot.hasTag('live');
/**
 * Whether there is no connection and none is being opened, so that the screen may be out of date. False in `stopped`, because the
 * session ends then.
 */
export const selectIsCutOff = (snapshot: RealtimeSnapshot) =>
  ['waiting', 'offline'].includes(selectConnection(snapshot));
