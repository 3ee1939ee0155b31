import { useChildMatches } from '@tanstack/react-router';
import { MousePointerClick } from 'lucide-react';
import type { ComponentType } from 'react';
import { BesideProvider } from '../parts/Page';
import { EmptyState } from '../parts/States';
import { TWO_PANES, useMediaQuery } from '../parts/useMediaQuery';
import styles from './Shell.module.css';

/** The lists that can be beside what was opened from them, each with its chart. */
export interface Panes {
  readonly chats: ComponentType;
}

/** The addresses of each list and of what is opened from it. */
const places = [{ pane: 'chats', label: 'Chats', list: '/chat', opened: /^\/(chat\/|gchat)/ }] as const;

/**
 * The list that the screen was opened from, or can be opened from, on its left: where there is room, so that a narrow screen never
 * starts its chart. It stays while one after the other is opened.
 */
export function ListPane({ panes }: { panes: Panes }) {
  const hasRoom = useMediaQuery(TWO_PANES);
  // Not the address, which is ahead of what is shown while a screen is loading.
  const path = useChildMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const place = hasRoom && places.find(({ list, opened }) => path === list || opened.test(path));
  if (!place) return null;
  const List = panes[place.pane];
  return (
    <section key={place.pane} className={styles.pane} aria-label={place.label} data-pane>
      <BesideProvider value={path !== place.list}>
        <List />
      </BesideProvider>
    </section>
  );
}

/** The screen of a list: where the list has a place of its own, this one says what will be here. */
export const unlessBeside = (List: ComponentType, hint: string) => () =>
  useMediaQuery(TWO_PANES) ? (
    <div className={styles.nothing}>
      <EmptyState icon={<MousePointerClick size={32} aria-hidden />}>{hint}</EmptyState>
    </div>
  ) : (
    <List />
  );
