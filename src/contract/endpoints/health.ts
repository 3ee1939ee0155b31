import * as v from 'valibot';
import type { Endpoint } from '../endpoint';

/** Answers whether the server and its database work (DECISIONS 306). Monitoring programs call it; the app does not. */
export const healthEndpoints = {
  health: { method: 'GET', path: '/api/health', open: true, answer: v.object({ status: v.literal('ok') }) },
} as const satisfies Record<string, Endpoint>;
