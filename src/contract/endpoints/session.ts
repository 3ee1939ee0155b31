import type { Endpoint } from '../endpoint';
import { LoginAnswer, LoginRequest, Profile } from '../people';

/** Logging in, and who one is: S1 §7. */
export const sessionEndpoints = {
  login: { method: 'POST', path: '/api/auth/login', open: true, body: LoginRequest, answer: LoginAnswer },
  profile: { method: 'GET', path: '/api/profile', answer: Profile },
} as const satisfies Record<string, Endpoint>;
