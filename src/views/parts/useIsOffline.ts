import { useSelector } from '@xstate/react';
import type { RealtimeSnapshot } from '../../machines/chat/realtime.machine';
import { selectConnection } from '../../machines/chat/realtime.select';
import { selectRealtime } from '../../machines/session/messaging.machine';
import { useMember } from '../app';

const isOffline = (snapshot?: RealtimeSnapshot) => snapshot !== undefined && selectConnection(snapshot) === 'offline';

/** Whether the browser says that there is no network. While a lost connection is being opened again, calls may still arrive. */
export const useIsOffline = (): boolean => useSelector(useSelector(useMember().messaging, selectRealtime), isOffline);
