import { useSelector } from '@xstate/react';
import { selectIsPressed } from '../../../machines/chat/gesture.select';
import { selectIsOpen } from '../../../machines/chat/overlay.machine';
import { selectShown } from '../../../machines/chat/viewer.machine';
import { selectIsCopying } from '../../../machines/textCopying.machine';
import { lazyPart } from '../../lazy';
import { Supervised } from '../../parts/Supervised';
import styles from '../Conversation.module.css';
import { useChat } from '../chat';
import { Announcer, TopOfView, ToTheEnd } from '../list/ListEnds';
import { ViewerPart } from '../media/viewerPart';

/** What comes over a conversation at a press or with news: not needed before the messages are there. */
export function Overlays() {
  return (
    <>
      <TopOfView />
      <ToTheEnd />
      <Announcer />
      <ActLayer />
      <ViewerLayer />
    </>
  );
}

const MessageActs = lazyPart(async () => (await import('./MessageActs')).MessageActs, undefined, false);

/** What can be done with a message. Its code comes with the first press on one, so that it is there when a long press ends. */
function ActLayer() {
  const { overlay, gesture, textCopying } = useChat();
  const isOpen = useSelector(overlay, selectIsOpen);
  const isPressed = useSelector(gesture, selectIsPressed);
  const isCopying = useSelector(textCopying, selectIsCopying);
  return (
    (isOpen || isPressed || isCopying) && (
      <div className={styles.errorBar}>
        <MessageActs />
      </div>
    )
  );
}

/** The viewer while a picture is open in it. */
function ViewerLayer() {
  const { viewer } = useChat();
  const shown = useSelector(viewer, selectShown);
  return (
    <Supervised actor={viewer} floating>
      {shown && <ViewerPart message={shown} />}
    </Supervised>
  );
}
