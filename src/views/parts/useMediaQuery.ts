import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Matches screens wide enough for a sidebar. The same width is in Shell.module.css and Page.module.css. */
export const WIDE = '(width >= 60rem)';

/** Matches screens with room for a list beside the screen that was opened from it. The same width is in Shell.module.css. */
export const TWO_PANES = '(width >= 64rem)';

/** Whether a CSS media query matches now. */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
