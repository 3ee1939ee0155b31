import { useSelector } from '@xstate/react';
import { selectNewcomers } from '../../machines/chat/history.select';
import { snippetOf } from '../../rules/messages';
import { useChat } from './chat';

/**
 * Reads out what others have just written. The list itself is no live region: it would read every message that scrolling
 * brings in, and all of them when the chat opens.
 */
export function Announcer() {
  const { history } = useChat();
  const newcomers = useSelector(history, selectNewcomers);
  return (
    <p className="visually-hidden" aria-live="polite">
      {newcomers.map((message) => `${message.sender.firstName}: ${snippetOf(message)}`).join('\n')}
    </p>
  );
}
