import type { CompletionBarSnapshot } from './completionBar.machine';

/** The message of the moment, or null. */
export const selectFlash = (snapshot: CompletionBarSnapshot) => snapshot.context.flash;
