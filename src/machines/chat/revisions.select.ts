import type { Message } from '../../contract/chats';
import { mayStillChange } from '../../rules/messageChanges';
import { isTemp } from '../../rules/messages';
import { judge } from '../lifecycles/judge';
import { messageLifecycle } from '../lifecycles/message.machine';

/** Whether a member may edit and delete a message now, by the same lifecycle that the server asks. `now`: milliseconds since 1970. */
export function mayChange(message: Message, me: string, now: number): boolean {
  const status = message.deletedAt ? 'deleted' : isTemp(message) ? 'temp' : 'confirmed';
  const isInTime = mayStillChange(message.timestamp, now);
  return judge(messageLifecycle, status, { type: 'message.edited', by: me, sender: message.sender.id, isInTime })
    .allowed;
}
