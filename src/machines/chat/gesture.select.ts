import type { GestureSnapshot } from './gesture.machine';

/** How far a message is drawn to the right while it is swiped, in pixels; 0 for all others. */
export const selectOffset = (messageId: string) => (snapshot: GestureSnapshot) =>
  snapshot.context.message?.id === messageId ? snapshot.context.offset : 0;
/** Whether the heart of a double tap is shown over a message. */
export const selectIsHearted = (messageId: string) => (snapshot: GestureSnapshot) =>
  snapshot.context.hearted === messageId;
