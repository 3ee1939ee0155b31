import { useSelector } from '@xstate/react';
import { selectShown } from '../../../machines/chat/viewer.machine';
import { selectHasFailed, selectIsCopied } from '../../../machines/textCopying.machine';
import { copyTexts } from '../../../rules/chatTexts';
import { lazyPart } from '../../lazy';
import { Banner } from '../../parts/Banner';
import { Supervised } from '../../parts/Supervised';
import styles from '../Conversation.module.css';
import { useChat } from '../chat';
import { Announcer, TopOfView, ToTheEnd } from '../list/ListEnds';
import { MessageMenu } from './MessageMenu';
import { ReactionsModal, SeenByModal } from './ReactionsModal';

/** What comes over a conversation at a press or with news: not needed before the messages are there. */
export function Overlays() {
  return (
    <>
      <TopOfView />
      <ToTheEnd />
      <Announcer />
      <MessageMenu />
      <CopyOutcome />
      <ReactionsModal />
      <SeenByModal />
      <ViewerLayer />
    </>
  );
}

/** For a moment, what has become of 'Copy text'. */
function CopyOutcome() {
  const { textCopying } = useChat();
  const isCopied = useSelector(textCopying, selectIsCopied);
  const hasFailed = useSelector(textCopying, selectHasFailed);
  return (
    (isCopied || hasFailed) && (
      <div className={styles.errorBar}>
        <Banner tone={isCopied ? 'success' : 'danger'} floating>
          {isCopied ? copyTexts.copied : copyTexts.failed}
        </Banner>
      </div>
    )
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
