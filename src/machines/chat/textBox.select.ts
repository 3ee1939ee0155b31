import type { TextBoxSnapshot } from './textBox.machine';

export const selectText = (snapshot: TextBoxSnapshot) => snapshot.context.text;
export const selectCaret = (snapshot: TextBoxSnapshot) => snapshot.context.caret;
export const selectIsSuggesting = (snapshot: TextBoxSnapshot) => snapshot.hasTag('suggesting');
export const selectSuggestions = (snapshot: TextBoxSnapshot) => snapshot.context.suggestions;
export const selectActive = (snapshot: TextBoxSnapshot) => snapshot.context.active;
/** Whether Enter takes the picked suggestion instead of sending. */
export const selectEnterTakesMention = (snapshot: TextBoxSnapshot) => snapshot.context.active >= 0;
