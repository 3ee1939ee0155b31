import { useSelector } from '@xstate/react';
import type { RealtimeSnapshot } from '../../machines/chat/realtime.machine';
import { selectConnection } from '../../machines/chat/realtime.select';
import { selectRealtime } from '../../machines/session/messaging.machine';
import { useMember } from '../app';

const isOffline = (snapshot?: RealtimeSnapshot) => snapshot !== undefined && selectConnection(snapshot) === 'offline';

/** Whether the browser reports that there is no network. A lost realtime connection does not count: API calls may still work. */
export const useIsOffline = (): boolean => useSelector(useSelector(useMember().messaging, selectRealtime), isOffline);
