import type { Place } from '../../../../rules/incidents/incidents';

/** What a map looks at. */
export interface Look {
  readonly centre: Place;
  readonly zoom: number;
}

/** What the map looked at when it was left, with the key of its entry in the browser's history. */
let kept: { readonly entry: string; readonly look: Look } | null = null;

/** Keeps what the map looked at, for when the member goes back to it (DECISIONS 258). */
export function keepLook(entry: string | undefined, look: Look | null): void {
  if (entry !== undefined && look) kept = { entry, look };
}

/** What the map of this entry looked at when it was left; null if it was not open. */
export const recallLook = (entry: string | undefined): Look | null =>
  entry !== undefined && kept?.entry === entry ? kept.look : null;
