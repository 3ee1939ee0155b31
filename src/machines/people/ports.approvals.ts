import { call } from '../ports';

/** The possible decisions about a sign-up (S2 §4). */
export type Decision = 'authorize' | 'deny';

/** PUT /api/admin/authorize/{userId}, DELETE /api/admin/deny/{userId}. `name` is for the failure. Rejects with a CallFailure. */
export const decide = call<unknown, { readonly userId: string; readonly name: string; readonly decision: Decision }>(
  'decide',
);
