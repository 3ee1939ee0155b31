import { expect } from 'vitest';

export interface Telling {
  readonly emitted: readonly object[];
}

/** The chart has told screen readers last that this was done (DECISIONS 298). */
export const tells = ({ emitted }: Telling, sentence: string) =>
  expect(emitted.at(-1)).toEqual({ type: 'done.announced', sentence });

/** A transition of a walk after which the chart has told that, too. */
export const andTells = <Setup>(
  { to, sees }: { readonly to: string; readonly sees: (setup: Setup) => void },
  sentence: string,
) => ({
  to,
  sees(setup: Setup & Telling) {
    sees(setup);
    tells(setup, sentence);
  },
});
