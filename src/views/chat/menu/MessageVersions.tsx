import { useSelector } from '@xstate/react';
import {
  type messageVersionsMachine,
  selectFailure,
  selectIsLoading,
  selectVersions,
} from '../../../machines/chat/messageVersions.machine';
import { LOADING_VERSIONS } from '../../../rules/chat/chatTexts';
import { dayLabel, timeLabel } from '../../../rules/timeTexts';
import { type MessageVersionsProps, type ScreenProps, useScreen } from '../../app';
import { Modal } from '../../parts/dialogs/Modal';
import { ErrorState, LoadingState } from '../../parts/page/States';
import { useNow } from '../../parts/useNow';
import styles from './MessageVersions.module.css';

/** The texts of a message before it was edited or deleted, for admins (DECISIONS 164). */
export function MessageVersions({
  machine,
  messageId,
  onClose,
}: ScreenProps<typeof messageVersionsMachine> & MessageVersionsProps) {
  const actor = useScreen(machine, { messageId });
  const isLoading = useSelector(actor, selectIsLoading);
  const failure = useSelector(actor, selectFailure);
  const versions = useSelector(actor, selectVersions);
  const now = useNow();
  return (
    <Modal title="Earlier versions" actor={actor} isReadOnly onClose={onClose}>
      {isLoading && <LoadingState label={LOADING_VERSIONS} />}
      {failure !== null && <ErrorState message={failure} onRetry={() => actor.send({ type: 'versions.retry' })} />}
      {versions?.length === 0 && <p>This message has not been changed.</p>}
      <ol className={styles.versions}>
        {versions?.map(({ text, replacedAt }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: versions are only ever added at the end.
          <li key={place}>
            <p className={styles.text} dir="auto">
              {text ?? 'A file without words.'}
            </p>
            <p className={styles.until}>
              until <time dateTime={replacedAt}>{`${dayLabel(replacedAt, now)} ${timeLabel(replacedAt)}`}</time>
            </p>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
