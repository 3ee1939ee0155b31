import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useApp } from './app';
import { LoadFailure } from './lazy';
import { ErrorState } from './parts/States';

/** Takes the place of a screen that could not be loaded or has broken; the rest of the app stays usable. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const { reload } = useApp();
  const router = useRouter();
  const isMissing = error instanceof LoadFailure;
  const retry = async () => {
    // A new version of the app has files of other names: only a fresh start finds them.
    if (isMissing && (await reload())) return;
    reset();
    router.invalidate();
  };
  return (
    <ErrorState
      message={
        isMissing
          ? 'This screen could not be loaded. Check your connection and try again.'
          : 'Something went wrong on this screen.'
      }
      onRetry={retry}
    />
  );
}
