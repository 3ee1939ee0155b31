import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { Lazy } from '../lazily';

interface LatelyProps<Props> {
  part: Lazy<ComponentType<Props>>;
  /** What stands in its place so far. */
  until?: ReactNode;
}

/**
 * A part of a screen that the screen can do without for a moment: its code is fetched once the rest is there, and nothing waits
 * for it. Where that fails it is fetched again when the network comes back.
 */
export function Lately<Props extends object>({ part, until = null, ...props }: LatelyProps<Props> & Props) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(() => part.loaded);

  useEffect(() => {
    let isWanted = true;
    const load = () =>
      part.load().then(
        (loaded) => isWanted && setPart(() => loaded),
        (error) => console.error(error),
      );
    void load();
    window.addEventListener('online', load);
    return () => {
      isWanted = false;
      window.removeEventListener('online', load);
    };
  }, [part]);

  return Part ? <Part {...(props as unknown as Props)} /> : until;
}
