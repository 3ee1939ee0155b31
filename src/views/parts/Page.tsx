import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { classes } from './classes';
import styles from './Page.module.css';
import { PageTitle } from './PageTitle';
import { Supervised, useIsDown } from './Supervised';

interface PageProps {
  /** The heading, also the title of the browser's tab. */
  title: string;
  /** The chart of the screen: when it is down, the page says so and offers to try again. */
  actor?: AnyActorRef | undefined;
  /** Charts below it that say so in a place of their own. */
  apart?: readonly (AnyActorRef | undefined)[] | undefined;
  /** A line below the heading. */
  lead?: ReactNode;
  /** Beside the heading: buttons, a filter. */
  actions?: ReactNode;
  /** A column for reading and forms instead of the whole width. */
  narrow?: boolean | undefined;
  children?: ReactNode;
}

/** The layout of an ordinary screen: heading and body, scrolling as a whole. */
export function Page({ title, actor, apart, lead, actions, narrow = false, children }: PageProps) {
  const isDown = useIsDown(actor);
  return (
    <div className={classes(styles.page, narrow && styles.narrow)}>
      <PageTitle title={title} />
      <header className={styles.header}>
        <div className={styles.words}>
          <h1>{title}</h1>
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
  /** The title of the browser's tab; the screen has its own visible heading. */
  title: string;
  /** The chart of the screen: when it is down, the page says so and offers to try again. */
  actor?: AnyActorRef | undefined;
  /** Charts below it that say so in a place of their own. */
  apart?: readonly (AnyActorRef | undefined)[] | undefined;
  header: ReactNode;
  /** Below what scrolls: a composer, a bar of actions. */
  footer?: ReactNode;
  /** Fills the remaining height and scrolls by itself. */
  children: ReactNode;
}

/** The layout of a screen that fills the height exactly, as a chat does: header, scrolling middle, footer. */
export function FilledPage({ title, actor, apart, header, footer, children }: FilledPageProps) {
  const isDown = useIsDown(actor);
  return (
    <div className={styles.filled}>
      <PageTitle title={title} />
      <header className={styles.bar}>{header}</header>
      <div className={styles.middle}>
        <Supervised actor={actor} apart={apart} floating>
          {children}
        </Supervised>
      </div>
      {footer && !isDown && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
