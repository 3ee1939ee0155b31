import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { LoadFailure, lazily } from './lazily';

/** Fetched once the first screen stands: when something has failed to arrive, it is too late. */
export const failureParts = lazily(async () => (await import('./parts/ErrorState')).ErrorState);

/** What stands in place of a screen that could not be loaded or has broken; the rest of the app stays usable. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const message =
    error instanceof LoadFailure
      ? 'This screen could not be loaded. Check your connection and try again.'
      : 'Something went wrong on this screen.';
  const retry = () => {
    reset();
    router.invalidate();
  };
  return failureParts.loaded ? (
    <failureParts.loaded message={message} onRetry={retry} />
  ) : (
    <p role="alert">
      {message}{' '}
      <button type="button" onClick={retry}>
        Try again
      </button>
    </p>
  );
}
