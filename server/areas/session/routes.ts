import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { endpoints } from '../../../src/contract/endpoints';
import { SIGNED_UP } from '../../../src/rules/signupTexts';
import { limit, refuseTry } from '../../http/limit';
import { route } from '../../http/route';
import { tellAdmins } from '../administration/news';
import type { App } from '../app';
import { tell } from '../notifications/tell';
import { checkNewAccount, keyOf, logIn, signUp } from './accounts';
import { createLoginTries, isKnownAddress, networkOf, rememberAddress } from './loginTries';

/** Login and sign-up, S1 §7. */
export function sessionRoutes(app: App): void {
  const { loginsPerMember, loginsPerAddress, loginsPerAccount, signupsPerAddress } = app.config.limits;
  const addressOf = ({ ip }: FastifyRequest) => networkOf(ip);
  const tries = createLoginTries(loginsPerAccount);
  const perMember = limit(
    app,
    loginsPerMember,
    'minute',
    (request) => `${addressOf(request)} ${usernameIn(request.body)}`,
  );
  const perAddress = limit(app, loginsPerAddress, 'minute', addressOf);

  /**
   * By address and username for a member at an address from which they have logged in before: neither a neighbour behind the same
   * address nor a stranger who tries their passwords from elsewhere locks them out. All others share what is left.
   */
  const limitTries: preHandlerAsyncHookHandler = async function (request, reply) {
    await perMember.call(this, request, reply);
    const username = usernameIn(request.body);
    if (await isKnownAddress(app.db, username, addressOf(request))) return;
    await perAddress.call(this, request, reply);
    const wait = Math.ceil(tries.begin(username) / 1000);
    if (wait > 0) refuseTry(reply, wait);
  };

  route(
    app,
    endpoints.login,
    async ({ body, request }) => {
      const member = await logIn(app.db, body);
      tries.succeed(usernameIn(body));
      await rememberAddress(app.db, member.id, addressOf(request));
      return { token: await app.tokens.issue(member) };
    },
    { limits: [limitTries] },
  );
  route(
    app,
    endpoints.signup,
    async ({ body }) => {
      checkNewAccount(body);
      const { told } = await signUp(app.db, body);
      await tellAdmins(app, { type: 'approvals.changed' });
      tell(app, told);
      return { message: SIGNED_UP };
    },
    { status: 201, limits: [limit(app, signupsPerAddress, 'hour', addressOf)] },
  );
}

/** The username in an unchecked body, in the form in which usernames are compared. Shortened, because it becomes a key in memory. */
function usernameIn(body: unknown): string {
  const { username } = (body ?? {}) as { username?: unknown };
  // What the database could not be asked for is refused when the body is checked.
  const isText = typeof username === 'string' && username.isWellFormed() && !username.includes('\0');
  return isText ? keyOf(username).slice(0, 100) : '';
}
