import { useSelector } from '@xstate/react';
import { MapPin } from 'lucide-react';
import { selectFailure, selectIsLocating, selectIsOpen } from '../../../machines/chat/placeSharing.machine';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/Button';
import { IconButton } from '../../parts/IconButton';
import { Modal } from '../../parts/Modal';
import { useChat } from '../chat';
import styles from './Composer.module.css';

/** Asks whether the member's place is to be sent to this chat. */
export function PlaceButton() {
  const { placeSharing } = useChat();
  return (
    <IconButton label="Share my place" onClick={() => placeSharing.send({ type: 'place.ask' })}>
      <MapPin size={22} aria-hidden />
    </IconButton>
  );
}

/** The question before a place is sent, the wait until the device knows it, and why it does not (DECISIONS 166). */
export function PlaceSharing() {
  const { placeSharing } = useChat();
  const isOpen = useSelector(placeSharing, selectIsOpen);
  const isLocating = useSelector(placeSharing, selectIsLocating);
  const failure = useSelector(placeSharing, selectFailure);
  if (!isOpen) return null;
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
      <div role="status">{isLocating && 'Getting your location...'}</div>
      {failure !== null && (
        <div className={styles.failure}>
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
    </Modal>
  );
}
