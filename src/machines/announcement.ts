/** Emitted when something has been done that the screen shows without words. The sentence is for screen readers (DECISIONS 298). */
export interface DoneAnnounced {
  readonly type: 'done.announced';
  readonly sentence: string;
}

/** The fact that something was done. */
export const announcement = (sentence: string): DoneAnnounced => ({ type: 'done.announced', sentence });
