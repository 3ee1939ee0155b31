import { useSelector } from '@xstate/react';
import { Bell, BellOff } from 'lucide-react';
import {
  type PushRef,
  selectFailure,
  selectIsBusy,
  selectIsEnabled,
  selectIsKnown,
  selectSuccess,
} from '../../machines/people/push.machine';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import styles from './Profile.module.css';

/** The button that turns push notifications on (S2 §2, §8) or off. */
export function PushSetting({ push }: { push: PushRef }) {
  const isKnown = useSelector(push, selectIsKnown);
  const isEnabled = useSelector(push, selectIsEnabled);
  const isBusy = useSelector(push, selectIsBusy);
  const success = useSelector(push, selectSuccess);
  const failure = useSelector(push, selectFailure);
  const Icon = isEnabled ? BellOff : Bell;
  return (
    <div className={styles.act}>
      <p className={styles.hint}>
        {isEnabled
          ? 'This device is told of what concerns you, also while the app is closed, until you log out.'
          : 'PushManager' in window
            ? 'This device can be told of what concerns you, also while the app is closed.'
            : 'This browser cannot tell you anything while the app is closed. An iPhone or iPad can, once the app is opened from its Home Screen: press Share, then “Add to Home Screen”.'}
      </p>
      <div className={styles.buttons}>
        <NetworkButton
          disabled={!isKnown}
          busy={isBusy}
          onClick={() => push.send({ type: isEnabled ? 'push.disable' : 'push.enable' })}
        >
          <Icon size={20} aria-hidden />
          {isEnabled ? 'Turn Notifications Off' : 'Enable Notifications'}
        </NetworkButton>
      </div>
      <p className={styles.progress} role="status">
        {success}
      </p>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
    </div>
  );
}
