import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import type { RealtimeSnapshot } from '../../../machines/chat/realtime.machine';
import { selectConnection } from '../../../machines/chat/realtime.select';
import { selectRealtime } from '../../../machines/session/messaging.machine';
import { useMember } from '../../app';
import { Button, NEEDS_NETWORK, NeedsNetwork } from './Button';
import { IconButton } from './IconButton';

const isOffline = (snapshot?: RealtimeSnapshot) => snapshot !== undefined && selectConnection(snapshot) === 'offline';

/** Whether the browser reports that there is no network. A lost realtime connection does not count: API calls may still work. */
export const useIsOffline = (): boolean => useSelector(useSelector(useMember().messaging, selectRealtime), isOffline);

const REASON = 'This needs the network.';

/**
 * A button for an action that cannot be kept on the device and sent later. Without a network it is disabled, and says why before
 * anybody presses it (DECISIONS 186).
 */
export function NetworkButton({ disabled, children, ...rest }: ComponentProps<typeof Button>) {
  const isOffline = useIsOffline();
  return (
    <Button {...rest} disabled={disabled || isOffline} {...(isOffline && { reason: REASON })}>
      {children}
      {isOffline && <NeedsNetwork />}
    </Button>
  );
}

/** The same for a button that has no space for another line: its hover text and its description say so. */
export function NarrowNetworkButton({ disabled, title, ...rest }: ComponentProps<typeof Button>) {
  const isOffline = useIsOffline();
  return (
    <Button
      {...rest}
      title={isOffline ? `${title}: ${NEEDS_NETWORK}` : title}
      disabled={disabled || isOffline}
      {...(isOffline && { reason: REASON })}
    />
  );
}

/** The same for a button that is only an icon: its hover text and its description say so. */
export function NetworkIconButton({ disabled, label, ...rest }: ComponentProps<typeof IconButton>) {
  const isOffline = useIsOffline();
  return (
    <IconButton
      {...rest}
      label={label}
      disabled={disabled || isOffline}
      {...(isOffline && { reason: REASON, title: `${label}: ${NEEDS_NETWORK}` })}
    />
  );
}
