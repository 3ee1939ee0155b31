/** S1 §8, S2 §8: what a screen says when it got no answer at all. */
export const UNREACHABLE = 'Could not connect to the server.';
