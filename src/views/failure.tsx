import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useApp } from './app';
import { LoadFailure, lazily } from './lazily';
import { Button } from './parts/Button';

/** Fetched once the first screen stands: when something has failed to arrive, it is too late. */
export const failureParts = lazily(async () => (await import('./parts/ErrorState')).ErrorState);

/** What stands in place of a screen that could not be loaded or has broken; the rest of the app stays usable. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const { reload } = useApp();
  const router = useRouter();
  const isMissing = error instanceof LoadFailure;
  const message = isMissing
    ? 'This screen could not be loaded. Check your connection and try again.'
    : 'Something went wrong on this screen.';
  const retry = async () => {
    // A new version of the app has files of other names: only a fresh start finds them.
    if (isMissing && (await reload())) return;
    reset();
    router.invalidate();
  };
  return failureParts.loaded ? (
    <failureParts.loaded message={message} onRetry={retry} />
  ) : (
    <p role="alert">
      {message} <Button onClick={retry}>Try again</Button>
    </p>
  );
}
