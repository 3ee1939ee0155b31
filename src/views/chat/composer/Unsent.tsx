import { useSelector } from '@xstate/react';
import { selectText, selectUnsentFiles } from '../../../machines/chat/composer.select';
import { NotSent } from '../../parts/NotSent';
import { useChat } from '../chat';

/** What a member was writing when the chat could no longer be written in, in the place of the input bar. DECISIONS 291 */
export function Unsent() {
  const { composer, textCopying } = useChat();
  const text = useSelector(composer, selectText);
  const files = useSelector(composer, selectUnsentFiles);
  return <NotSent text={text} files={files} copying={textCopying} />;
}
