import { describe, expect, it } from 'vitest';
import { tokenAfter } from '../../src/wiring/session/tokenAfter';
import { settle } from '../kit/walk';
import { kabir, mira, renewed } from '../walks/session/people';
import { runSession } from '../walks/session/sessionPorts';

/** The same with a token that can be decoded, as those of servers can. */
const decodable = ({ token, claims }: typeof mira) => ({
  token: `${token}.${btoa(JSON.stringify(claims))}.`,
  claims,
});
const [first, fresh, ofKabir] = [mira, renewed, kabir].map(decodable) as [typeof mira, typeof mira, typeof mira];

/** A session of Mira in this tab. */
async function signedIn() {
  const { actor, ports } = await runSession({ stored: 'nothing' });
  actor.send({ type: 'token.stored', ...first });
  return { session: actor, ports };
}

describe('a call that the server has refused with 401', () => {
  it('is made once more when the member has a new token, also if it was sent with an older one', async () => {
    const { session } = await signedIn();
    const waiting = tokenAfter(session, first.token);
    session.send({ type: 'token.stored', ...fresh });
    expect(await waiting).toBe(fresh.token);
    expect(await tokenAfter(session, first.token)).toBe(fresh.token);
  });

  it('is not made in the name of somebody else who has logged in meanwhile', async () => {
    const { session } = await signedIn();
    session.send({ type: 'token.stored', ...ofKabir });
    expect(session.getSnapshot().context.token).toBe(ofKabir.token);
    expect(await tokenAfter(session, first.token)).toBe(null);
  });

  it('is not made again when the session ends', async () => {
    const { session, ports } = await signedIn();
    const waiting = tokenAfter(session, first.token);
    ports.expiry.resolve();
    await settle();
    ports.dropToken.resolve(undefined);
    expect(await waiting).toBe(null);
  });
});
