import { useChildMatches, useSearch } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { TWO_PANES } from '../parts/mediaQueries';
import { BesideProvider } from '../parts/page/Page';
import { EmptyState } from '../parts/page/States';
import { useMediaQuery } from '../parts/useMediaQuery';
import styles from './Shell.module.css';

/** The lists that can be beside a screen opened from them, each with its chart filled in. */
export interface Panes {
  readonly chats: ComponentType;
  readonly live: ComponentType;
}

/** The address of each list, and the addresses of the screens that are opened from it. */
const places = [
  { pane: 'chats', label: 'Chats', list: '/chat', opened: /^\/(chat\/|gchat)/ },
  { pane: 'live', label: 'Live incidents', list: '/live', opened: /^\/incident\// },
] as const;

/** Whether the live incidents are shown as a map, which needs the whole width. */
const isMap = (search: object) => 'view' in search && search.view === 'map';

/**
 * The list from which the screen is opened, on its left. It is mounted only if there is room, so a narrow screen does not start its
 * chart. It stays mounted while screens are opened from it one after the other.
 */
export function ListPane({ panes }: { panes: Panes }) {
  const hasRoom = useMediaQuery(TWO_PANES);
  // Not the address: while a screen is loading, the address is already that of the next screen.
  const path = useChildMatches({
    select: (matches) => {
      const shown = matches.at(-1);
      return shown && !isMap(shown.search) ? shown.pathname : '';
    },
  });
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

/** The screen of a list. If the list is in the pane, the screen shows a hint instead of the list. */
export const unlessBeside = (List: ComponentType, icon: ReactNode, hint: string) => () => {
  const hasRoom = useMediaQuery(TWO_PANES);
  const search = useSearch({ strict: false });
  if (!hasRoom || isMap(search)) return <List />;
  return (
    <div className={styles.nothing}>
      <EmptyState icon={icon}>{hint}</EmptyState>
    </div>
  );
};
