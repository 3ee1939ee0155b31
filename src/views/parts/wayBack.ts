import { type RouterHistory, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/** The path that each entry of the browser's history has shown on this page, by its place in the history. */
const paths = new Map<number, string>();

/** Notes the path of each entry of the browser's history, for `useWayBack`. @returns what ends it */
export function notePaths(history: RouterHistory): () => void {
  const note = () => paths.set(history.location.state.__TSR_index, history.location.pathname);
  note();
  return history.subscribe(note);
}

/**
 * What a link to the page above does when it is pressed: if that page is the previous entry of the browser's history, it goes back, so
 * that the page is where it was left. Otherwise the link is followed; with `replace`, Back does not lead here again from there.
 */
export function useWayBack(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { history } = useRouter();
  return (event) => {
    const isElsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    const before = paths.get(history.location.state.__TSR_index - 1);
    if (isElsewhere || event.currentTarget.hash !== `#${before}`) return;
    event.preventDefault();
    history.back();
  };
}
