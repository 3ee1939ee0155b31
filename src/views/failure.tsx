import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useApp } from './app';
import { LoadFailure } from './lazy';
import { ErrorState } from './parts/page/States';

/** Shown instead of a screen that could not be loaded or that threw an error. The rest of the app stays usable. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const { reload } = useApp();
  const router = useRouter();
  const isMissing = error instanceof LoadFailure;
  const retry = async () => {
    // The files of a new version of the app have other names, and only a reload finds them.
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
      onlyByHand
    />
  );
}
