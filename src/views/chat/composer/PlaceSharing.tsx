import { useSelector } from '@xstate/react';
import { MapPin } from 'lucide-react';
import { selectSendBlockedBy } from '../../../machines/chat/composer.select';
import { selectIsOpen } from '../../../machines/chat/placeSharing.machine';
import { lazyPart } from '../../lazyPart';
import { IconButton } from '../../parts/buttons/IconButton';
import { useChat } from '../chat';

/** Asks whether the member's place is to be sent to this chat. */
export function PlaceButton() {
  const { composer, placeSharing } = useChat();
  // A place is a message, too, so it is not sent during a recording or an upload.
  const blockedBy = useSelector(composer, selectSendBlockedBy);
  return (
    <IconButton
      label="Share my place"
      disabled={blockedBy !== null}
      reason={blockedBy ?? undefined}
      onClick={() => placeSharing.send({ type: 'place.ask' })}
    >
      <MapPin size={22} aria-hidden />
    </IconButton>
  );
}

const PlaceQuestion = lazyPart(async () => (await import('./PlaceQuestion')).PlaceQuestion);

/** The question while it is open. Its code is fetched at the first press, because few members ever share their place. */
export function PlaceSharing() {
  const isOpen = useSelector(useChat().placeSharing, selectIsOpen);
  return isOpen && <PlaceQuestion />;
}
