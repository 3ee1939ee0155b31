import { Announcer, NewMessages } from '../list/ListEnds';
import { ViewerLayer } from '../media/ViewerLayer';
import { MessageMenu } from './MessageMenu';
import { ReactionsModal, SeenByModal } from './ReactionsModal';

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
