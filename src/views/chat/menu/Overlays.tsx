import { useSelector } from '@xstate/react';
import { selectShown } from '../../../machines/chat/viewer.machine';
import { lazyPart } from '../../lazy';
import { Supervised } from '../../parts/Supervised';
import { useChat } from '../chat';
import { Announcer, NewMessages } from '../list/ListEnds';
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

const Viewer = lazyPart(async () => (await import('../media/Viewer')).Viewer);

/** The viewer while a picture is open in it. */
function ViewerLayer() {
  const { viewer } = useChat();
  const shown = useSelector(viewer, selectShown);
  return (
    <Supervised actor={viewer} floating>
      {shown && <Viewer message={shown} />}
    </Supervised>
  );
}
