import type { Can } from '../../contract/capabilities';
import type { Message } from '../../contract/chats';
import { mayStillChange } from '../../rules/chat/messageChanges';
import { isTemp } from '../../rules/chat/messages';
import { isAdminOrHigher } from '../../rules/roles';
import { judge } from '../lifecycles/judge';
import { messageLifecycle } from '../lifecycles/message.machine';

/** The status of a message in the lifecycle. A read message allows the same changes as a stored one, so it counts as stored. */
const statusOf = (message: Message) => (message.deletedAt ? 'deleted' : isTemp(message) ? 'temp' : 'confirmed');

/** Whether a member with these roles may pin and unpin a message, by the same lifecycle that the server asks. */
export const mayPin = (message: Message, roles: readonly string[]): boolean =>
  judge(messageLifecycle, statusOf(message), { type: 'message.pinned', roles }).allowed;

/**
 * Whether a member may edit and delete a message now, by the same lifecycle that the server asks. `now`: by the server's clock, in
 * milliseconds since 1970.
 */
export function mayChange(message: Message, myId: string, now: number): boolean {
  const isInTime = mayStillChange(message.timestamp, now);
  const event = { type: 'message.edited', by: myId, sender: message.sender.id, isInTime } as const;
  return judge(messageLifecycle, statusOf(message), event).allowed;
}

/** Whether a member with these roles may read the earlier versions of a message, and there are any. */
export const mayReadVersions = ({ editedAt, deletedAt }: Message, roles: readonly string[]): boolean =>
  Boolean(editedAt || deletedAt) && isAdminOrHigher(roles);

/** The facts of the chat, of the server and of the member on which the changes of a message depend. */
interface Changing {
  readonly can: Can;
  readonly myId: string;
  readonly roles: readonly string[];
  /** By the server's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly isCase: boolean;
  /** Whether the chat's case is completed. */
  readonly isDone: boolean;
}

/** The changes of a message that S1 does not have. */
export type MessageChange = 'pin' | 'edit' | 'delete' | 'versions';

/** Which of them the menu of a message offers this member now (DECISIONS 164, 165). */
export function changesOf(
  message: Message,
  { can, myId, roles, now, isCase, isDone }: Changing,
): readonly MessageChange[] {
  const pins = can('pins') && isCase && !isDone && mayPin(message, roles);
  const isChangeable = can('messageChanges') && !isDone && mayChange(message, myId, now);
  const hasVersions = can('messageChanges') && mayReadVersions(message, roles);
  return [
    ...(pins ? (['pin'] as const) : []),
    ...(isChangeable ? (['edit', 'delete'] as const) : []),
    ...(hasVersions ? (['versions'] as const) : []),
  ];
}
