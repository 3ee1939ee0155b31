import { useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import type { RealtimeRef } from '../../machines/chat/realtime.machine';
import { type ConnectionState, selectConnection } from '../../machines/chat/realtime.select';
import { classes } from '../parts/classes';
import { IconButton } from '../parts/IconButton';
import { Spinner } from '../parts/Spinner';
import styles from './ConnectionBanner.module.css';

interface ConnectionBannerProps {
  connection: ConnectionState;
  /** Connects at once instead of after the reconnect delay. Also offered offline, in case the browser is wrong about the network. */
  onRetry: () => void;
}

/** What a phone has room for, and what a wider screen and screen readers say after it. */
const words: Partial<Record<ConnectionState, readonly [short: string, rest?: string]>> = {
  connecting: ['Connecting…'],
  waiting: ['Connection lost.', ' Reconnecting…'],
  offline: ['You are offline.', ' Messages wait until you are back.'],
};

/** The banner about the realtime connection. */
export function Connection({ realtime }: { realtime: RealtimeRef }) {
  const connection = useSelector(realtime, selectConnection);
  return <ConnectionBanner connection={connection} onRetry={() => realtime.send({ type: 'connection.retry' })} />;
}

/** Shows and reads out the state of the realtime connection, unless it is connected. */
function ConnectionBanner({ connection, onRetry }: ConnectionBannerProps) {
  const text = words[connection];
  return (
    <div role="status" data-connection={connection} className={styles.banner}>
      {text && (
        <div className={classes(styles.words, styles[connection])}>
          {connection === 'connecting' && <Spinner />}
          <span>
            {text[0]}
            <span className={styles.rest}>{text[1]}</span>
          </span>
          {connection !== 'connecting' && (
            <IconButton label="Try now" className={styles.retry} onClick={onRetry}>
              <RefreshCw size={20} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
}
