import type { Message } from '../../../contract/chats';
import { reactionCount, reactionOf, summariseReactions } from '../../../rules/chat/messages';
import { classes } from '../../parts/classes';
import { useChat } from '../chat';
import styles from './ReactionSummary.module.css';

interface ReactionSummaryProps {
  message: Message;
  isCurrent: boolean;
}

/** Up to 3 emojis and the total number of reactions (S1 §9). A press lists who reacted. */
export function ReactionSummary({ message, isCurrent }: ReactionSummaryProps) {
  const { me, overlay } = useChat();
  const { emojis, total } = summariseReactions(message.reactions);
  if (total === 0) return null;
  return (
    <button
      type="button"
      className={classes(styles.reactions, reactionOf(message, me.id) !== null && styles.mine)}
      tabIndex={isCurrent ? 0 : -1}
      aria-haspopup="dialog"
      aria-label={`${reactionCount(total)}: ${emojis.join(' ')}`}
      onClick={() => overlay.send({ type: 'reactions.open', message })}
    >
      {emojis.map((emoji) => (
        <span key={emoji}>{emoji}</span>
      ))}
      <span className={styles.total}>{total}</span>
    </button>
  );
}
