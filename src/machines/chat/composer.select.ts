import type { ComposerSnapshot } from './composer.machine';

export const selectText = (snapshot: ComposerSnapshot) => snapshot.context.text;
export const selectCaret = (snapshot: ComposerSnapshot) => snapshot.context.caret;
export const selectCanSubmit = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'draft.submit' });
export const selectIsSuggesting = (snapshot: ComposerSnapshot) => snapshot.matches('suggesting');
export const selectSuggestions = (snapshot: ComposerSnapshot) => snapshot.context.suggestions;
export const selectActive = (snapshot: ComposerSnapshot) => snapshot.context.active;
/** Whether Enter takes the picked suggestion instead of sending. */
export const selectEnterTakesMention = (snapshot: ComposerSnapshot) => snapshot.context.active >= 0;
