import type { ReactNode } from 'react';
import { classes } from './classes';
import styles from './Page.module.css';
import { PageTitle } from './PageTitle';

interface PageProps {
  /** The heading, also the title of the browser's tab. */
  title: string;
  /** A line below the heading. */
  lead?: ReactNode;
  /** Beside the heading: buttons, a filter. */
  actions?: ReactNode;
  /** A column for reading and forms instead of the whole width. */
  narrow?: boolean | undefined;
  children?: ReactNode;
}

/** The layout of an ordinary screen: heading and body, scrolling as a whole. */
export function Page({ title, lead, actions, narrow = false, children }: PageProps) {
  return (
    <div className={classes(styles.page, narrow && styles.narrow)}>
      <PageTitle title={title} />
      <header className={styles.header}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface FilledPageProps {
  /** The title of the browser's tab; the screen has its own visible heading. */
  title: string;
  header: ReactNode;
  /** Below what scrolls: a composer, a bar of actions. */
  footer?: ReactNode;
  /** Fills the remaining height and scrolls by itself. */
  children: ReactNode;
}

/** The layout of a screen that fills the height exactly, as a chat does: header, scrolling middle, footer. */
export function FilledPage({ title, header, footer, children }: FilledPageProps) {
  return (
    <div className={styles.filled}>
      <PageTitle title={title} />
      <header className={styles.bar}>{header}</header>
      <div className={styles.middle}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
