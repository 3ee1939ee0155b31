import type { ReactNode } from 'react';
import { classes } from '../parts/classes';
import { PageTitle } from '../parts/PageTitle';
import styles from './SessionLayout.module.css';

interface SessionLayoutProps {
  title: string;
  subtitle: string;
  /** Above the heading. */
  back?: ReactNode;
  wide?: boolean | undefined;
  children: ReactNode;
}

/** The layout of the two public screens: one card, and five friends who look over its edge. */
export function SessionLayout({ title, subtitle, back, wide = false, children }: SessionLayoutProps) {
  return (
    <main className={classes(styles.layout, wide && styles.wide)}>
      <PageTitle title={title} />
      <img className={styles.friends} src="welcome.svg" alt="" width={480} height={116} />
      <div className={styles.card}>
        {back}
        <header className={styles.header}>
          <h1>{title}</h1>
          <p>{subtitle}</p>
        </header>
        {children}
      </div>
    </main>
  );
}
