import { useSelector } from '@xstate/react';
import { selectRevisedMessage } from '../../../machines/chat/overlay.machine';
import { selectHasFailed, selectIsCopied } from '../../../machines/textCopying.machine';
import { copyTexts } from '../../../rules/chatTexts';
import { useMember } from '../../app';
import { Banner } from '../../parts/Banner';
import { useChat } from '../chat';
import { DeleteQuestion } from './ChangeActs';
import { MessageMenu } from './MessageMenu';
import { ReactionsModal, SeenByModal } from './ReactionsModal';

/** The menu of a message, and the dialogs that it opens. */
export const MessageActs = () => (
  <>
    <MessageMenu />
    <CopyOutcome />
    <ReactionsModal />
    <SeenByModal />
    <DeleteQuestion />
    <Versions />
  </>
);

/** The earlier versions of a message, for admins. */
function Versions() {
  const { overlay } = useChat();
  const { MessageVersions } = useMember();
  const message = useSelector(overlay, selectRevisedMessage);
  return (
    message && (
      <MessageVersions
        key={message.id}
        messageId={message.id}
        onClose={() => overlay.send({ type: 'overlay.close' })}
      />
    )
  );
}

/** Says for a moment whether 'Copy text' worked. */
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
