import type { Message } from '../contract/chats';
import { shownAs } from './media';
import type { Timeline } from './timeline';

/** The picture `step` places after another in the chat (before it if negative), or undefined. */
export function pictureBeside(timeline: Timeline, messageId: string, step: number): Message | undefined {
  const pictures = timeline.filter((message) => message.mediaUrl !== null && shownAs(message.mediaType) === 'IMAGE');
  const at = pictures.findIndex(({ id }) => id === messageId);
  return at < 0 ? undefined : pictures[at + step];
}
