import { useSelector } from '@xstate/react';
import { selectBarText } from '../../machines/chat/bar.select';
import { Banner } from '../parts/Banner';
import { useChat } from './chat';
import styles from './list/MessageList.module.css';

/** What went wrong a moment ago (S1 §8); its chart takes it away after 5 s. */
export function ErrorBar() {
  const text = useSelector(useChat().bar, selectBarText);
  return (
    text !== null && (
      <div className={styles.errorBar}>
        <Banner tone="danger" floating>
          {text}
        </Banner>
      </div>
    )
  );
}
