import type { Endpoint } from '../endpoint';
import { LoginAnswer, LoginRequest, Profile } from '../people';

/** Login and the caller's own profile, S1 §7. */
export const sessionEndpoints = {
  login: { method: 'POST', path: '/api/auth/login', open: true, body: LoginRequest, answer: LoginAnswer },
  profile: { method: 'GET', path: '/api/profile', answer: Profile },
} as const satisfies Record<string, Endpoint>;
