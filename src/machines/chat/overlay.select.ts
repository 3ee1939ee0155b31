import type { OverlaySnapshot } from './overlay.machine';

/** The message whose menu is open and where it was asked for, or null. */
export const selectMenu = (snapshot: OverlaySnapshot) => (snapshot.matches('menu') ? snapshot.context.pointed : null);
/** The message whose reactions are listed, or null. */
export const selectListedMessage = (snapshot: OverlaySnapshot) =>
  snapshot.matches('reactions') ? (snapshot.context.pointed?.message ?? null) : null;
/** The message whose readers are listed, or null. */
export const selectReadMessage = (snapshot: OverlaySnapshot) =>
  snapshot.matches('readers') ? (snapshot.context.pointed?.message ?? null) : null;
/** Whether the details of the chat's incident are open. */
export const selectShowsDetails = (snapshot: OverlaySnapshot) => snapshot.matches('details');
