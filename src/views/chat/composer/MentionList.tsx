import { useSelector } from '@xstate/react';
import { selectActive, selectSuggestions } from '../../../machines/chat/composer.select';
import { useChat } from '../chat';
import styles from './Composer.module.css';

/** The element id of a suggestion by its index. The text box refers to the active suggestion with it. */
export const optionId = (listId: string, at: number) => `${listId}-${at}`;

/** The names that begin with the text after the @. The focus stays in the text box. */
export function MentionList({ id }: { id: string }) {
  const { composer } = useChat();
  const suggestions = useSelector(composer, selectSuggestions);
  const active = useSelector(composer, selectActive);
  return (
    <div id={id} role="listbox" aria-label="People to mention" className={styles.mentions}>
      {suggestions.map((name, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box that owns this list.
        // biome-ignore lint/a11y/useFocusableInteractive: the text box keeps the focus and names the active option.
        <div
          key={name}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          className={styles.mention}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => composer.send({ type: 'mention.choose', name })}
        >
          @{name}
        </div>
      ))}
    </div>
  );
}
