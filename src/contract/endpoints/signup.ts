import type { Endpoint } from '../endpoint';
import { AnyAnswer } from '../primitives';
import { SignupRequest } from '../signup';

/** Becoming a member: S1 §7. Apart from the session's calls, for whoever logs in needs none of its schema. */
export const signupEndpoints = {
  signup: { method: 'POST', path: '/api/auth/signup', open: true, body: SignupRequest, answer: AnyAnswer },
} as const satisfies Record<string, Endpoint>;
