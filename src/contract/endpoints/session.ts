import type { Endpoint } from '../endpoint';
import { LoginAnswer, LoginRequest, Profile, SignupRequest } from '../people';
import { AnyAnswer } from '../primitives';

/** Logging in, signing up, and who one is: S1 §7. */
export const sessionEndpoints = {
  login: { method: 'POST', path: '/api/auth/login', open: true, body: LoginRequest, answer: LoginAnswer },
  signup: { method: 'POST', path: '/api/auth/signup', open: true, body: SignupRequest, answer: AnyAnswer },
  profile: { method: 'GET', path: '/api/profile', answer: Profile },
} as const satisfies Record<string, Endpoint>;
