import { useSelector } from '@xstate/react';
import { Copy, Eye, Reply } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { type Message, type Reaction, reactionSet } from '../../../contract/chats';
import { selectIsCase } from '../../../machines/chat/conversation.select';
import { selectMenu } from '../../../machines/chat/overlay.machine';
import { selectIsCutOff } from '../../../machines/chat/realtime.select';
import { selectToday } from '../../../machines/session/clock.machine';
import { reactionOf } from '../../../rules/chat/messages';
import { dayLabel, timeLabel } from '../../../rules/timeTexts';
import { NEEDS_NETWORK } from '../../parts/buttons/Button';
import { classes } from '../../parts/classes';
import { isOnOverlay } from '../../parts/dialogs/overlay';
import { LiveRegion } from '../../parts/LiveRegion';
import { useChat, useMessage } from '../chat';
import { ChangeActs, useChangeActs } from './ChangeActs';
import { MenuEntry } from './MenuEntry';
import styles from './MessageMenu.module.css';

/** The menu of a message, at the place of the press: the six reactions, Reply (S1 §2, §9) and further actions. */
export function MessageMenu() {
  const menu = useSelector(useChat().overlay, selectMenu);
  const current = useMessage(menu?.message.id ?? null);
  return menu && <OpenMenu message={current ?? menu.message} x={menu.x} y={menu.y} />;
}

interface OpenMenuProps {
  message: Message;
  /** The place of the press, in CSS pixels from the top left corner of the viewport. */
  x: number;
  y: number;
}

/** A `<dialog>` makes the page behind inert, closes on Esc and returns the focus. */
function OpenMenu({ message, x, y }: OpenMenuProps) {
  const { composer, conversation, overlay, receipts, realtime, textCopying, clock, me } = useChat();
  const today = useSelector(clock, selectToday);
  const isCutOff = useSelector(realtime, selectIsCutOff);
  const why = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const wasPressed = useRef(false);
  const mine = reactionOf(message, me.id);
  const listsReaders = useSelector(conversation, selectIsCase);
  const isDeleted = Boolean(message.deletedAt);
  const text = isDeleted ? null : message.text;
  const changes = useChangeActs(message);
  const close = () => overlay.send({ type: 'overlay.close' });
  const react = (reaction: Reaction) => {
    receipts.send({ type: 'message.react', message, reaction });
    close();
  };

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    // Its place depends on its height, which changes with its entries.
    const place = () => dialog.style.setProperty('--height', `${dialog.offsetHeight}px`);
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(dialog);
    return () => {
      sizes.disconnect();
      dialog.close();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      className={styles.menu}
      style={{ '--x': `${x}px`, '--y': `${y}px` } as CSSProperties}
      aria-label="React or reply"
      onCancel={close}
      onKeyDown={moveFocus}
      onPointerDown={(event) => {
        wasPressed.current = true;
        if (isOnOverlay(event)) close();
      }}
      // After a long press the finger is still down when the menu opens. Lifting it must not choose an entry.
      onClickCapture={(event) => event.detail > 0 && !wasPressed.current && event.stopPropagation()}
    >
      <LiveRegion inDialog />
      <div className={styles.reactions} hidden={isDeleted}>
        {(isDeleted ? [] : reactionSet).map((reaction) => (
          <button
            key={reaction}
            type="button"
            className={classes(styles.choice, styles.reaction)}
            aria-pressed={reaction === mine}
            aria-disabled={isCutOff || undefined}
            aria-describedby={isCutOff ? why : undefined}
            title={isCutOff ? NEEDS_NETWORK : undefined}
            onClick={isCutOff ? undefined : () => react(reaction)}
          >
            {reaction}
          </button>
        ))}
      </div>
      {isCutOff && !isDeleted && (
        <p id={why} className={styles.locked}>
          A reaction {NEEDS_NETWORK}
        </p>
      )}
      {!isDeleted && (
        <MenuEntry
          Icon={Reply}
          onClick={() => {
            composer.send({ type: 'reply.choose', message });
            close();
          }}
        >
          Reply
        </MenuEntry>
      )}
      {text && (
        <MenuEntry
          Icon={Copy}
          onClick={() => {
            textCopying.send({ type: 'text.copy', text });
            close();
          }}
        >
          Copy text
        </MenuEntry>
      )}
      {listsReaders && (
        <MenuEntry Icon={Eye} onClick={() => overlay.send({ type: 'readers.open', message })}>
          Seen by
        </MenuEntry>
      )}
      <ChangeActs acts={changes} message={message} />
      <p className={styles.sentAt}>
        {message.sender.firstName},{' '}
        <time
          dateTime={message.timestamp}
        >{`${dayLabel(message.timestamp, today)} ${timeLabel(message.timestamp)}`}</time>
      </p>
    </dialog>
  );
}

/** Moves the focus with the arrow keys and wraps around at the last entry. The menu of a deleted message has no reactions. */
function moveFocus(event: KeyboardEvent<HTMLDialogElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const reactions = buttons.filter((button) => button.matches('[aria-pressed]')).length;
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: Math.max(at + 1, reactions),
    ArrowUp: at > reactions ? at - 1 : 0,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
