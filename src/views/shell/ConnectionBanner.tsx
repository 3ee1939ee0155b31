import { useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RealtimeRef } from '../../machines/chat/realtime.machine';
import { type ConnectionState, selectConnection } from '../../machines/chat/realtime.select';
import { connectionNews, connectionTexts } from '../../rules/session/connectionTexts';
import { IconButton } from '../parts/buttons/IconButton';
import { classes } from '../parts/classes';
import { useAnnounce } from '../parts/LiveRegion';
import { Spinner } from '../parts/Spinner';
import styles from './ConnectionBanner.module.css';

interface ConnectionBannerProps {
  connection: ConnectionState;
  /** Connects at once instead of after the reconnect delay. Also offered offline, in case the browser is wrong about the network. */
  onRetry: () => void;
}

/** The banner about the realtime connection. Screen readers say only that it is lost and that it is back, not each try. */
export function Connection({ realtime }: { realtime: RealtimeRef }) {
  const connection = useSelector(realtime, selectConnection);
  const say = useAnnounce();
  const told = useRef<string>('connected');
  useEffect(() => {
    const news = connectionNews(told.current, connection);
    if (news === null) return;
    told.current = connection;
    say(news);
  }, [connection, say]);
  return <ConnectionBanner connection={connection} onRetry={() => realtime.send({ type: 'connection.retry' })} />;
}

/** Shows the state of the realtime connection, unless it is connected. */
function ConnectionBanner({ connection, onRetry }: ConnectionBannerProps) {
  const text = connectionTexts[connection];
  const isConnecting = connection === 'connecting';
  // Somebody has pressed the button, so it stays while it is tried: it has the focus.
  const [isTried, setIsTried] = useState(false);
  if (isTried && !text) setIsTried(false);
  return (
    <div data-connection={connection} className={styles.banner}>
      {text && (
        <div className={classes(styles.words, styles[connection])}>
          {isConnecting && !isTried && <Spinner />}
          <span>
            {text[0]}
            <span className={styles.rest}>{text[1]}</span>
          </span>
          {(!isConnecting || isTried) && (
            <IconButton
              label="Try now"
              className={styles.retry}
              aria-disabled={isConnecting || undefined}
              onClick={() => {
                setIsTried(true);
                if (!isConnecting) onRetry();
              }}
            >
              {isConnecting ? <Spinner /> : <RefreshCw size={20} aria-hidden />}
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
}
