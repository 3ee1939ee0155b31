import { useSelector } from '@xstate/react';
import { MapPin } from 'lucide-react';
import { selectIsOpen } from '../../../machines/chat/placeSharing.machine';
import { lazyPart } from '../../lazyPart';
import { IconButton } from '../../parts/buttons/IconButton';
import { useChat } from '../chat';

/** Asks whether the member's place is to be sent to this chat. */
export function PlaceButton() {
  const { placeSharing } = useChat();
  return (
    <IconButton label="Share my place" onClick={() => placeSharing.send({ type: 'place.ask' })}>
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
