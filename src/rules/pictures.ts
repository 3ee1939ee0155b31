import type { Message } from '../contract/chats';
import { shownAs } from './media';
import type { Timeline } from './timeline';

/** The picture of the chat that comes so many pictures after another (before it: negative), or undefined where there is none. */
export function pictureBeside(timeline: Timeline, messageId: string, step: number): Message | undefined {
  const pictures = timeline.filter((message) => message.mediaUrl !== null && shownAs(message.mediaType) === 'IMAGE');
  const at = pictures.findIndex(({ id }) => id === messageId);
  return at < 0 ? undefined : pictures[at + step];
}
