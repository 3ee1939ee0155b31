import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { selectFailedParts, selectIsDown } from '../../machines/supervision.select';
import { Banner } from './Banner';
import styles from './Banner.module.css';

/** Whether an actor has failed too often and waits for another try. */
export const useIsDown = (actor: AnyActorRef | undefined): boolean =>
  useSelector(actor, (snapshot) => snapshot !== undefined && selectIsDown(snapshot));

const haveSameItems = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);

interface SupervisedProps {
  /** Without it there is nothing that could fail. */
  actor: AnyActorRef | undefined;
  /** Actors below it that are shown, and supervised, in a place of their own. */
  apart?: readonly (AnyActorRef | undefined)[] | undefined;
  /** The message covers the top of what is shown instead of pushing it down. */
  floating?: boolean;
  children?: ReactNode;
}

/**
 * The place of an actor on the screen. When the actor is down, a message with 'Try again' replaces it; when something is down that
 * the actor has started, the message is above it.
 */
export function Supervised({ actor, apart = [], floating = false, children }: SupervisedProps) {
  const isDown = useIsDown(actor);
  const parts = useSelector(actor, (snapshot) => (snapshot ? selectFailedParts(snapshot, apart) : []), haveSameItems);
  const failed = isDown && actor ? [actor] : parts;
  const tryAgain = () => {
    for (const part of failed) part.send({ type: 'supervision.retry' });
  };
  return (
    <>
      {failed.length > 0 && (
        <div className={floating ? styles.over : styles.above}>
          <Banner tone="danger" floating={floating} onRetry={tryAgain}>
            {isDown ? 'This part has stopped working.' : 'Something here has stopped working.'}
          </Banner>
        </div>
      )}
      {!isDown && children}
    </>
  );
}
