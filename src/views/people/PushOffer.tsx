import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import {
  type PushRef,
  selectFailure,
  selectIsBusy,
  selectIsEnabled,
  selectIsOffered,
  selectSuccess,
} from '../../machines/people/push.machine';
import { IconButton } from '../parts/buttons/IconButton';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import styles from './PushOffer.module.css';

/** Whether the offer is on the screen. Lists below it need to know, because they move when it appears or vanishes. */
export const useIsPushOffered = (push: PushRef | undefined) =>
  useSelector(push, (snapshot) => snapshot !== undefined && selectIsOffered(snapshot));

/** Offers to turn push messages on, for members who never open their profile. The browser asks only after a press (DECISIONS 275). */
export function PushOffer({ push }: { push: PushRef }) {
  const isOffered = useSelector(push, selectIsOffered);
  const isEnabled = useSelector(push, selectIsEnabled);
  const isBusy = useSelector(push, selectIsBusy);
  const success = useSelector(push, selectSuccess);
  const failure = useSelector(push, selectFailure);
  if (!isOffered) return null;
  return (
    <section className={styles.offer} aria-label="Push notifications">
      <p role="status">{success ?? failure ?? 'Get told even when the app is closed.'}</p>
      {!isEnabled && (
        <div className={styles.buttons}>
          <NetworkButton variant="quiet" busy={isBusy} onClick={() => push.send({ type: 'push.enable' })}>
            Turn on
          </NetworkButton>
          <IconButton label="Close" disabled={isBusy} onClick={() => push.send({ type: 'offer.close' })}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
      )}
    </section>
  );
}
