import * as v from 'valibot';
import type { Endpoint } from '../endpoint';

/** Whether the server and its database work, for the operator's monitoring (DECISIONS 306). The app does not call it. */
export const healthEndpoints = {
  health: { method: 'GET', path: '/api/health', open: true, answer: v.object({ status: v.literal('ok') }) },
} as const satisfies Record<string, Endpoint>;
