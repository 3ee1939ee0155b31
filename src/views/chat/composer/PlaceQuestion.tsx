import { useSelector } from '@xstate/react';
import { selectFailure, selectIsLocating } from '../../../machines/chat/placeSharing.machine';
import { LOCATING } from '../../../rules/incidents/locationTexts';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import { useChat } from '../chat';
import styles from './Composer.module.css';

/** The question before a place is sent, the wait until the device knows it, and why it does not (DECISIONS 166). */
export function PlaceQuestion() {
  const { placeSharing } = useChat();
  const isLocating = useSelector(placeSharing, selectIsLocating);
  const failure = useSelector(placeSharing, selectFailure);
  return (
    <Modal
      title="Share my place?"
      actor={placeSharing}
      onClose={() => placeSharing.send({ type: 'place.cancel' })}
      actions={
        <>
          <Button type="submit">Cancel</Button>
          <Button variant="primary" busy={isLocating} onClick={() => placeSharing.send({ type: 'place.share' })}>
            {failure === null ? 'Share' : 'Try again'}
          </Button>
        </>
      }
    >
      <p>Everybody in this chat will see where you are now. It is sent as a message.</p>
      {/* Apart from the question, which is read out when the dialog opens, and not again after a failure. */}
      <div role="status">{isLocating && LOCATING}</div>
      {failure !== null && (
        <div className={styles.failure}>
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
    </Modal>
  );
}
