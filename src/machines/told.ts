/** Emitted when something has been done that the screen shows without words. The sentence is for screen readers (DECISIONS 298). */
export interface DoneTold {
  readonly type: 'done.told';
  readonly sentence: string;
}

/** The fact that something was done. */
export const told = (sentence: string): DoneTold => ({ type: 'done.told', sentence });
