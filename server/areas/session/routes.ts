import type { preHandlerAsyncHookHandler } from 'fastify';
import { endpoints } from '../../../src/contract/endpoints';
import { SIGNED_UP } from '../../../src/rules/signupTexts';
import { limit } from '../../http/limit';
import { route } from '../../http/route';
import type { App } from '../app';
import { keyOf, logIn, signUp } from './accounts';

/** Login and sign-up, S1 §7. */
export function sessionRoutes(app: App): void {
  const { loginsPerMember, loginsPerAddress, signupsPerAddress } = app.config.limits;
  // By address and username: a member behind a shared address is not locked out by another's wrong tries.
  const tries: preHandlerAsyncHookHandler[] = [
    limit(app, loginsPerMember, 'minute', (request) => `${request.ip} ${usernameIn(request.body)}`),
    limit(app, loginsPerAddress, 'minute', (request) => request.ip),
  ];
  route(app, endpoints.login, async ({ body }) => ({ token: await app.tokens.issue(await logIn(app.db, body)) }), {
    limits: tries,
  });
  route(
    app,
    endpoints.signup,
    async ({ body }) => {
      await signUp(app.db, body);
      return { message: SIGNED_UP };
    },
    { status: 201, limits: [limit(app, signupsPerAddress, 'hour', (request) => request.ip)] },
  );
}

/** The username in an unchecked body, in the form in which usernames are compared. Shortened, because it becomes a key in memory. */
function usernameIn(body: unknown): string {
  const { username } = (body ?? {}) as { username?: unknown };
  return typeof username === 'string' ? keyOf(username).slice(0, 100) : '';
}
