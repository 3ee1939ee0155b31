import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { endpoints } from '../../../src/contract/endpoints';
import { adminRoles } from '../../../src/rules/roles';
import { SIGNED_UP } from '../../../src/rules/session/signupTexts';
import { limit, refuseTry } from '../../http/limit';
import { route } from '../../http/route';
import type { App } from '../app';
import { tell } from '../notifications/tell';
import { tellRoles } from '../people/telling';
import { checkNewAccount, isTaken, keyOfUsername, logIn, signUp } from './accounts';
import { createLoginTries, isKnownAddress, networkOf, rememberAddress } from './loginTries';

/** Routes for login and sign-up, S1 §7. */
export function sessionRoutes(app: App): void {
  const { loginsPerMember, loginsPerAddress, loginsPerAccount, signupsPerAddress } = app.config.limits;
  const addressOf = ({ ip }: FastifyRequest) => networkOf(ip);
  const tries = createLoginTries(loginsPerAccount);
  const perMember = limit(loginsPerMember, 'minute', (request) => `${addressOf(request)} ${usernameIn(request.body)}`);
  const perAddress = limit(loginsPerAddress, 'minute', addressOf);

  /**
   * Limits login tries. At an address from which the member has logged in before, only the limit per address and username applies,
   * so that neither neighbours behind the same address nor strangers elsewhere can lock the member out. All other tries also share
   * the limits of their address, and those of the account.
   */
  const limitTries: preHandlerAsyncHookHandler = async function (request, reply) {
    await perMember.call(this, request, reply);
    const username = usernameIn(request.body);
    if (await isKnownAddress(app.db, username, addressOf(request))) return;
    await perAddress.call(this, request, reply);
    countTry(username, request, reply);
  };
  const countTry = (username: string, request: FastifyRequest, reply: FastifyReply) => {
    const wait = Math.ceil(tries.begin(username, addressOf(request)) / 1000);
    if (wait > 0) refuseTry(reply, wait);
  };
  /** With a taken username, a sign-up compares the password with that of the account. So it counts as a try to log in (DECISIONS 374). */
  const limitGuesses: preHandlerAsyncHookHandler = async (request, reply) => {
    const username = usernameIn(request.body);
    if (await isTaken(app.db, username)) countTry(username, request, reply);
  };

  route(
    app,
    endpoints.login,
    async ({ body, request }) => {
      const member = await logIn(app.db, body);
      tries.succeed(usernameIn(body), addressOf(request));
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
      const { toTell } = await signUp(app.db, body);
      // First what needs no database, because a repeat of a stored sign-up notifies nobody (DECISIONS 374).
      tell(app, toTell);
      await tellRoles(app, adminRoles, { type: 'approvals.changed' });
      return { message: SIGNED_UP };
    },
    { status: 201, limits: [limit(signupsPerAddress, 'hour', addressOf), limitGuesses] },
  );
}

/** The normalised username in a body that is not validated yet, shortened because it becomes a key in memory. */
function usernameIn(body: unknown): string {
  const { username } = (body ?? {}) as { username?: unknown };
  // A text that Postgres cannot store counts as empty here; it is refused later, when the body is validated.
  const isText = typeof username === 'string' && username.isWellFormed() && !username.includes('\0');
  return isText ? keyOfUsername(username).slice(0, 100) : '';
}
