import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { useApp } from '../app';
import { classes } from '../parts/classes';
import { PageTitle } from '../parts/page/PageTitle';
import { Supervised, useIsDown } from '../parts/Supervised';
import styles from './SessionLayout.module.css';

interface SessionLayoutProps {
  title: string;
  subtitle: string;
  /** The chart of the screen. When it is down, the card says so and offers 'Try again'. */
  actor: AnyActorRef;
  /** Above the heading. */
  back?: ReactNode;
  wide?: boolean | undefined;
  children: ReactNode;
}

/** The layout of the login, the sign-up and the new password: one card, and a picture of animals that look over its edge. */
export function SessionLayout({ title, subtitle, actor, back, wide = false, children }: SessionLayoutProps) {
  const { session } = useApp();
  const isDown = useIsDown(actor);
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
        <Supervised actor={session} />
        <Supervised actor={actor} />
        {/* Hidden instead of unmounted, so that the fields keep what was typed. */}
        <div className={styles.body} hidden={isDown}>
          {children}
        </div>
      </div>
    </main>
  );
}
