import type { ComponentProps } from 'react';
import { Button } from './Button';
import { IconButton } from './IconButton';
import { NEEDS_NETWORK, NeedsNetwork } from './NeedsNetwork';
import { useIsOffline } from './useIsOffline';

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
