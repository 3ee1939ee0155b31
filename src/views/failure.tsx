import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { LoadFailure } from './lazily';
import { ErrorState } from './parts/ErrorState';

/** What stands in place of a screen that could not be loaded or has broken; the rest of the app stays usable. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    router.invalidate();
  };
  return error instanceof LoadFailure ? (
    <ErrorState message="This screen could not be loaded. Check your connection and try again." onRetry={retry} />
  ) : (
    <ErrorState message="Something went wrong on this screen." onRetry={retry} />
  );
}
