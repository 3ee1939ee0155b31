/** Emitted when something has been done that the screen shows without words. The sentence is for screen readers (DECISIONS 298). */
export interface DoneSpoken {
  readonly type: 'done.spoken';
  readonly sentence: string;
}

/** The fact that something was done. */
export const spoken = (sentence: string): DoneSpoken => ({ type: 'done.spoken', sentence });
