import { shallowEqual, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { selectFailedParts, selectIsDown } from '../../machines/supervision.select';
import { Banner } from './Banner';
import styles from './Banner.module.css';

/** Whether an actor has failed three times within a minute and stays down until somebody presses 'Try again'. */
export const useIsDown = (actor: AnyActorRef | undefined): boolean =>
  useSelector(actor, (snapshot) => snapshot !== undefined && selectIsDown(snapshot));

interface SupervisedProps {
  /** Undefined while it does not exist yet; then only the children are shown. */
  actor: AnyActorRef | undefined;
  /** Child actors that have a `Supervised` of their own, so their failures are not reported here. */
  apart?: readonly (AnyActorRef | undefined)[] | undefined;
  /** Lays the message over the top of the children instead of pushing them down. */
  floating?: boolean;
  children?: ReactNode;
}

/**
 * The place of an actor on the screen. When the actor is down, a message with 'Try again' replaces the children. When an actor that it
 * has started is down, the message is above the children.
 */
export function Supervised({ actor, apart = [], floating = false, children }: SupervisedProps) {
  const isDown = useIsDown(actor);
  const parts = useSelector(actor, (snapshot) => (snapshot ? selectFailedParts(snapshot, apart) : []), shallowEqual);
  const failed = isDown && actor ? [actor] : parts;
  const tryAgain = () => {
    for (const part of failed) part.send({ type: 'supervision.retry' });
  };
  return (
    <>
      {failed.length > 0 && (
        <div className={floating ? styles.over : styles.above}>
          <Banner tone="danger" floating={floating} onRetry={tryAgain} onlyByHand>
            {isDown ? 'This part has stopped working.' : 'Something here has stopped working.'}
          </Banner>
        </div>
      )}
      {!isDown && children}
    </>
  );
}
