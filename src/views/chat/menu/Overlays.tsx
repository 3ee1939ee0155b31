import { useSelector } from '@xstate/react';
import { selectWasPressed } from '../../../machines/chat/gesture.machine';
import { selectIsAboutMessage } from '../../../machines/chat/overlay.machine';
import { selectShown } from '../../../machines/chat/viewer.machine';
import { lazyPart } from '../../lazyPart';
import { Supervised } from '../../parts/Supervised';
import styles from '../Conversation.module.css';
import { useChat } from '../chat';
import { Announcer, Seeking, TopOfView, ToTheEnd } from '../list/ListEnds';
import { ViewerPart } from '../media/viewerPart';

/** What is shown over the messages: the day at the top, the button to the newest message, menus and dialogs. */
export function Overlays() {
  return (
    <>
      <TopOfView />
      <Seeking />
      <ToTheEnd />
      <Announcer />
      <ActLayer />
      <ViewerLayer />
    </>
  );
}

const MessageActs = lazyPart(async () => (await import('./MessageActs')).MessageActs);

/** The menu of a message. Its code is fetched at the first press on a message, so that it is there when a long press ends. */
function ActLayer() {
  const { overlay, gesture } = useChat();
  const isAboutMessage = useSelector(overlay, selectIsAboutMessage);
  const wasPressed = useSelector(gesture, selectWasPressed);
  return (
    (isAboutMessage || wasPressed) && (
      <div className={styles.notice}>
        <MessageActs />
      </div>
    )
  );
}

/** The viewer, while a picture is open. */
function ViewerLayer() {
  const { viewer } = useChat();
  const shown = useSelector(viewer, selectShown);
  return (
    <Supervised actor={viewer} floating>
      {shown && <ViewerPart message={shown} />}
    </Supervised>
  );
}
