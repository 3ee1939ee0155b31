import { useSelector } from '@xstate/react';
import { selectHasFailed, selectIsCopied } from '../../../machines/textCopying.machine';
import { copyTexts } from '../../../rules/chatTexts';
import { Banner } from '../../parts/Banner';
import { useChat } from '../chat';
import { MessageMenu } from './MessageMenu';
import { ReactionsModal, SeenByModal } from './ReactionsModal';

/** The menu of a message, and what it leads to. */
export const MessageActs = () => (
  <>
    <MessageMenu />
    <CopyOutcome />
    <ReactionsModal />
    <SeenByModal />
  </>
);

/** For a moment, what has become of 'Copy text'. */
function CopyOutcome() {
  const { textCopying } = useChat();
  const isCopied = useSelector(textCopying, selectIsCopied);
  const hasFailed = useSelector(textCopying, selectHasFailed);
  return (
    (isCopied || hasFailed) && (
      <Banner tone={isCopied ? 'success' : 'danger'} floating>
        {isCopied ? copyTexts.copied : copyTexts.failed}
      </Banner>
    )
  );
}
