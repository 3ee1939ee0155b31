import { useSelector } from '@xstate/react';
import { selectRevisedMessage } from '../../../machines/chat/overlay.machine';
import { useMember } from '../../app';
import { useChat } from '../chat';
import { DeleteQuestion } from './ChangeActs';
import { MessageMenu } from './MessageMenu';
import { ReactionsModal, SeenByModal } from './ReactionsModal';

/** The menu of a message, and the dialogs that it opens. */
export const MessageActs = () => (
  <>
    <MessageMenu />
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
