import type { BarSnapshot } from './bar.machine';

/** What the error bar says, or null while it is hidden. */
export const selectBarText = (snapshot: BarSnapshot) => (snapshot.matches('shown') ? snapshot.context.text : null);
