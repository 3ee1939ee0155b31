import { createContext, type ReactNode, use } from 'react';
import type { AnyActorRef } from 'xstate';
import { classes } from '../classes';
import { Supervised, useIsDown } from '../Supervised';
import styles from './Page.module.css';
import { PageTitle } from './PageTitle';

/** Whether the page is the list beside another screen. That other screen has the browser tab's title and the main heading. */
const BesideContext = createContext(false);
export const BesideProvider = BesideContext.Provider;
export const useIsBeside = (): boolean => use(BesideContext);

interface PageProps {
  /** The heading, and the screen's part of the browser tab's title. */
  title: string;
  /** The chart of the screen. When it is down, the page says so and offers 'Try again'. */
  actor?: AnyActorRef | undefined;
  /** Child charts whose failures are reported in a place of their own. */
  apart?: readonly (AnyActorRef | undefined)[] | undefined;
  /** A line below the heading. */
  lead?: ReactNode;
  /** Buttons or a filter beside the heading. */
  actions?: ReactNode;
  /** Limits the width to a column for reading and forms. */
  narrow?: boolean | undefined;
  children?: ReactNode;
}

/** The layout of an ordinary screen: heading and body, scrolling as a whole. */
export function Page({ title, actor, apart, lead, actions, narrow = false, children }: PageProps) {
  const isDown = useIsDown(actor);
  const isBeside = useIsBeside();
  return (
    <div className={classes(styles.page, narrow && styles.narrow)}>
      {!isBeside && <PageTitle title={title} />}
      <header className={styles.header}>
        <div className={styles.words}>
          {isBeside ? <h2>{title}</h2> : <h1>{title}</h1>}
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && !isDown && <div className={styles.actions}>{actions}</div>}
      </header>
      <Supervised actor={actor} apart={apart}>
        {children}
      </Supervised>
    </div>
  );
}

interface FilledPageProps {
  /** The screen's part of the browser tab's title; the screen renders its visible heading itself. */
  title: string;
  /** The chart of the screen. When it is down, the page says so and offers 'Try again'. */
  actor?: AnyActorRef | undefined;
  /** Child charts whose failures are reported in a place of their own. */
  apart?: readonly (AnyActorRef | undefined)[] | undefined;
  header: ReactNode;
  /** A line below the header, such as the pinned message of a chat. */
  lead?: ReactNode;
  /** Below the scrolling part: a composer or a bar of actions. */
  footer?: ReactNode;
  /** Fills the remaining height and does its own scrolling. */
  children: ReactNode;
}

/** The layout of a screen that fills the height exactly, such as a chat: header, scrolling middle, footer. */
export function FilledPage({ title, actor, apart, header, lead, footer, children }: FilledPageProps) {
  const isDown = useIsDown(actor);
  return (
    <div className={styles.filled}>
      <PageTitle title={title} />
      <div className={styles.top}>
        <header className={styles.bar}>{header}</header>
        {!isDown && lead}
      </div>
      <div className={styles.middle}>
        <Supervised actor={actor} apart={apart} floating>
          {children}
        </Supervised>
      </div>
      {footer && !isDown && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
