import type { ComponentProps } from 'react';
import { Button } from './Button';
import { NeedsNetwork } from './NeedsNetwork';
import { useIsOffline } from './useIsOffline';

/**
 * A button for an action that cannot be kept on the device and sent later. Without a network it is disabled, and says why before
 * anybody presses it (DECISIONS 186).
 */
export function NetworkButton({ disabled, children, ...rest }: ComponentProps<typeof Button>) {
  const isOffline = useIsOffline();
  return (
    <Button {...rest} disabled={disabled || isOffline} {...(isOffline && { reason: 'This needs the network.' })}>
      {children}
      {isOffline && <NeedsNetwork />}
    </Button>
  );
}
