import type { Endpoint } from '../endpoint';
import { LoginAnswer, LoginRequest, Profile } from '../people';
import { screenCalls } from './screens';

/** Login and the caller's own profile, S1 §7. */
export const sessionEndpoints = {
  login: { method: 'POST', path: '/api/auth/login', open: true, body: LoginRequest, answer: LoginAnswer },
  profile: { ...screenCalls.profile, answer: Profile },
} as const satisfies Record<string, Endpoint>;
