import { Announcer } from './Announcer';
import { MessageMenu } from './MessageMenu';
import { ViewerLayer } from './media/ViewerLayer';
import { NewMessages } from './NewMessages';
import { ReactionsModal } from './ReactionsModal';
import { SeenByModal } from './SeenByModal';

/** What comes over a conversation at a press or with news: not needed before the messages are there. */
export function Overlays() {
  return (
    <>
      <NewMessages />
      <Announcer />
      <MessageMenu />
      <ReactionsModal />
      <SeenByModal />
      <ViewerLayer />
    </>
  );
}
