import { useSelector } from '@xstate/react';
import { History, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { Message } from '../../../contract/chats';
import { selectEditBlockedBy } from '../../../machines/chat/composer.select';
import { selectIsCase, selectIsDone } from '../../../machines/chat/conversation.select';
import { selectToDelete } from '../../../machines/chat/overlay.machine';
import { selectPinned } from '../../../machines/chat/pin.machine';
import { selectIsCutOff } from '../../../machines/chat/realtime.select';
import { changesOf, type MessageChange } from '../../../machines/chat/revisions.select';
import { selectRoles } from '../../../machines/session/session.select';
import { snippetOf } from '../../../rules/chat/messages';
import { useApp } from '../../app';
import { NEEDS_NETWORK } from '../../parts/buttons/Button';
import { Question } from '../../parts/dialogs/Question';
import { useNow } from '../../parts/useNow';
import { useChat } from '../chat';
import { MenuEntry } from './MenuEntry';
import styles from './MessageMenu.module.css';

/** The actions of a message's menu that S1 does not have. */
type ChangeAct = MessageChange | 'unpin';

const looks = {
  pin: { label: 'Pin', Icon: Pin },
  unpin: { label: 'Unpin', Icon: PinOff },
  edit: { label: 'Edit', Icon: Pencil },
  delete: { label: 'Delete', Icon: Trash2 },
  versions: { label: 'Earlier versions', Icon: History },
} as const;

/** Which of these actions this member may do to the message now (DECISIONS 164, 165). */
export function useChangeActs(message: Message): readonly ChangeAct[] {
  const { can, session, world } = useApp();
  const { conversation, me, pin } = useChat();
  const pinned = useSelector(pin, selectPinned);
  const isCase = useSelector(conversation, selectIsCase);
  const roles = useSelector(session, selectRoles);
  const isDone = useSelector(conversation, selectIsDone);
  // Renders again every minute, because changes are allowed only for a limited time; `changesOf` gets the exact time.
  useNow();
  const changes = changesOf(message, { can, myId: me.id, roles, now: world.serverNow(), isCase, isDone });
  return changes.map((change) => (change === 'pin' && pinned?.id === message.id ? 'unpin' : change));
}

/** The menu entries of these actions. Those that are not possible now are disabled and say why. */
export function ChangeActs({ acts, message }: { acts: readonly ChangeAct[]; message: Message }) {
  const { composer, overlay, pin, realtime } = useChat();
  const isCutOff = useSelector(realtime, selectIsCutOff);
  const editBlockedBy = useSelector(composer, selectEditBlockedBy);
  const why = useId();
  const repin = (isPinned: boolean) => () => {
    pin.send({ type: 'message.repin', message, isPinned });
    overlay.send({ type: 'overlay.close' });
  };
  const press = {
    pin: repin(true),
    unpin: repin(false),
    edit() {
      composer.send({ type: 'edit.choose', message });
      overlay.send({ type: 'overlay.close' });
    },
    delete: () => overlay.send({ type: 'deletion.ask', message }),
    versions: () => overlay.send({ type: 'versions.open', message }),
  };
  return acts.map((act) => {
    const { label, Icon } = looks[act];
    return (
      <MenuEntry
        key={act}
        Icon={Icon}
        reason={act === 'edit' && !isCutOff ? editBlockedBy : null}
        aria-disabled={isCutOff || undefined}
        aria-describedby={isCutOff ? `${why}${act}` : undefined}
        onClick={isCutOff ? undefined : press[act]}
      >
        {label}
        {isCutOff && (
          <span id={`${why}${act}`} className={styles.needs}>
            {NEEDS_NETWORK}
          </span>
        )}
      </MenuEntry>
    );
  });
}

/** Asks for confirmation before an own message is deleted. */
export function DeleteQuestion() {
  const { overlay, revisions } = useChat();
  const message = useSelector(overlay, selectToDelete);
  if (!message) return null;
  const close = () => overlay.send({ type: 'overlay.close' });
  return (
    <Question
      title="Delete message?"
      onClose={close}
      verb="Delete"
      onConfirm={() => {
        revisions.send({ type: 'message.revise', message, text: null });
        close();
      }}
    >
      <p className={styles.quoted} dir="auto">
        {snippetOf(message)}
      </p>
      <p>
        It goes for everybody in this chat.{message.text && ' Admins can still read what it said.'}
        {message.mediaUrl !== null && ' The file is deleted for good.'}
      </p>
    </Question>
  );
}
