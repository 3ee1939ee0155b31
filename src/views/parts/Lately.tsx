import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { Lazy } from '../lazily';

/** When a part that did not arrive is worth another try: the network is back, or somebody is here who may want it. */
const OCCASIONS = ['online', 'pointerdown', 'keydown'];

interface LatelyProps<Props> {
  part: Lazy<ComponentType<Props>>;
  /** What stands in its place so far. */
  until?: ReactNode;
}

/**
 * A part of a screen that the screen can do without for a moment: its code is fetched once the rest is there, and nothing waits
 * for it. Where that fails it is fetched again when the network comes back, or at the next press.
 */
export function Lately<Props extends object>({ part, until = null, ...props }: LatelyProps<Props> & Props) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(() => part.loaded);

  useEffect(() => {
    if (Part) return;
    let isWanted = true;
    const load = () =>
      part.load().then(
        (loaded) => isWanted && setPart(() => loaded),
        (error) => console.error(error),
      );
    void load();
    for (const occasion of OCCASIONS) addEventListener(occasion, load);
    return () => {
      isWanted = false;
      for (const occasion of OCCASIONS) removeEventListener(occasion, load);
    };
  }, [part, Part]);

  return Part ? <Part {...(props as unknown as Props)} /> : until;
}
