import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react';
import { useApp } from './app';
import { LoadFailure, lazy } from './lazy';
import { Button } from './parts/buttons/Button';

/**
 * A heavy part of a screen. Its code is fetched when the part is first shown, or by the screen with `load`. `Placeholder` reserves its
 * space until then. If the code cannot be fetched, 'Try again' is shown instead, which reloads the app if that fails twice.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
): ComponentType<Props> & { load(): void } {
  const part = lazy(fetchPart);
  const load = () => void part.load().catch((error) => console.error(error));
  return Object.assign(LazyPart, { load });

  function LazyPart(props: Props) {
    const Part = useSyncExternalStore(part.subscribe, part.status);
    useEffect(load, []);
    const hasRetried = useRef(false);
    const { reload } = useApp();
    // A file that is missing twice is probably gone: a new version of the app has replaced it, and only a reload finds its files.
    const retry = () =>
      part.load().catch(() => {
        if (hasRetried.current) return reload();
        hasRetried.current = true;
      });
    if (Part instanceof LoadFailure)
      return (
        <p role="alert">
          This could not be loaded. <Button onClick={retry}>Try again</Button>
        </p>
      );
    if (Part) return <Part {...props} />;
    return Placeholder ? <Placeholder {...props} /> : null;
  }
}
