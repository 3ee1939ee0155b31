import { useSelector } from '@xstate/react';
import { selectIsCase } from '../../machines/chat/conversation.select';
import { selectTyping } from '../../machines/chat/typing.machine';
import { typingWords } from '../../rules/chat/chatTexts';
import { useApp } from '../app';
import { useChat } from './chat';
import styles from './TypingLine.module.css';

/**
 * Who is typing in the chat of a case (DECISIONS 177). The line keeps its height while nobody is, so that nothing moves. It is no live
 * region: it would talk over the new messages, which are read out.
 */
export function TypingLine() {
  const { can } = useApp();
  const { conversation, typing } = useChat();
  const isCase = useSelector(conversation, selectIsCase);
  const others = useSelector(typing, selectTyping);
  if (!can('typing') || !isCase) return null;
  const [first, second] = others;
  return (
    <p className={styles.typing}>
      {first && (
        <>
          {others.length < 3 && <bdi>{first.firstName || 'Somebody'}</bdi>}
          {second && others.length < 3 && (
            <>
              {' and '}
              <bdi>{second.firstName || 'somebody'}</bdi>
            </>
          )}{' '}
          {typingWords(others.length)}
        </>
      )}
    </p>
  );
}
