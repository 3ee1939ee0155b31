import { type ComponentProps, useSyncExternalStore } from 'react';
import { Button, NeedsNetwork } from './Button';

/**
 * The main button of the login, the sign-up and a new password that is due. Without a network it says so, as a `NetworkButton` does,
 * but it can be pressed: a browser that is wrong about the network must not lock anybody out (DECISIONS 193).
 */
export function EntryButton({ children, ...rest }: ComponentProps<typeof Button>) {
  const isOffline = useSyncExternalStore(onNetwork, () => !navigator.onLine);
  return (
    <Button {...rest}>
      {children}
      {isOffline && <NeedsNetwork />}
    </Button>
  );
}

function onNetwork(changed: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) window.addEventListener(event, changed);
  return () => {
    for (const event of events) window.removeEventListener(event, changed);
  };
}
