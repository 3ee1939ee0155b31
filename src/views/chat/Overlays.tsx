import { MessageMenu } from './MessageMenu';
import { ReactionsModal } from './ReactionsModal';

/** What opens over a conversation, at a press: not needed before the messages are there. */
export function Overlays() {
  return (
    <>
      <MessageMenu />
      <ReactionsModal />
    </>
  );
}
