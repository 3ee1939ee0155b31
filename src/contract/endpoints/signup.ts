import type { Endpoint } from '../endpoint';
import { AnyAnswer } from '../primitives';
import { SignupRequest } from '../signup';

/** Sign-up, S1 §7. Separate from the session's calls because its schema is not needed to log in. */
export const signupEndpoints = {
  signup: { method: 'POST', path: '/api/auth/signup', open: true, body: SignupRequest, answer: AnyAnswer },
} as const satisfies Record<string, Endpoint>;
