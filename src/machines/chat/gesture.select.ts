import type { GestureSnapshot } from './gesture.machine';

/** The message that is being swiped, or null. */
export const selectSwiped = (snapshot: GestureSnapshot) =>
  snapshot.context.offset > 0 ? (snapshot.context.message?.id ?? null) : null;
/** The offset of the swiped message to the right, in pixels; 0 if none is swiped. */
export const selectOffset = (snapshot: GestureSnapshot) => snapshot.context.offset;
/** The message over which the heart of a double tap is shown, or null. */
export const selectHearted = (snapshot: GestureSnapshot) => snapshot.context.hearted;
/** Whether a finger, a pen or a mouse is down on a message. */
export const selectIsPressed = (snapshot: GestureSnapshot) => snapshot.context.message !== null;
