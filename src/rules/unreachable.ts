/** S1 §8, S2 §8: shown when there was no answer at all. */
export const UNREACHABLE = 'Could not connect to the server.';
