import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectFrame, rawSocket, sendFrame } from '../kit/raw';
import { call, signIn, startTestServer, type TestServer } from '../kit/server';
import { signupForm } from '../kit/signupForm';

/** Texts that may not be logged (DECISIONS 21), sent by a visitor and by a member. */
const [NAME, PHONE] = ['Zubaida', '9812345678'];
const logged: string[] = [];
let server: TestServer;
let base: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'debug' }, { log: { write: (line) => logged.push(line) } });
  base = server.base;
  token = await signIn(base, 'superadmin');
});
afterAll(() => server.close());

/** The lines of the log with what `broken` has caused. */
async function causedBy(broken: () => Promise<void>): Promise<string> {
  const before = logged.length;
  await broken();
  await expect.poll(() => logged.length).toBeGreaterThan(before);
  return logged.slice(before).join('');
}

const form = signupForm({ firstName: NAME, lastName: NAME, phoneNumber: PHONE, username: NAME });
const signUp = async () => expect((await call(base, '/api/auth/signup', { body: form })).status).toBe(500);

it('a log says what failed, and never a name, a phone number or a token', async () => {
  await server.db.execute(sql`alter table users alter column first_name type uuid using gen_random_uuid()`);
  expect(await causedBy(signUp)).toMatch(/invalid input syntax for type uuid: …/);

  await server.db.execute(sql`alter table users rename column address to lost`);
  expect(await causedBy(signUp)).toMatch(/column \\"address\\" .* does not exist/);

  await server.db.execute(sql`alter table messages rename to lost`);
  const read = async () => expect((await call(base, '/api/gchat/messages', { token })).status).toBe(500);
  expect(await causedBy(read)).toContain('"url":"/api/gchat/messages"');

  const send = async () => {
    const raw = await rawSocket(base);
    const text = `${NAME}, ${PHONE}`;
    raw.send(connectFrame(token) + sendFrame('/app/gchat/send', { text, clientMessageId: NAME }, `x:${PHONE}\n`));
    await raw.hears(/ERROR/);
    raw.socket.destroy();
  };
  expect(await causedBy(send)).toContain('a frame could not be answered');

  const all = logged.join('');
  for (const secret of [NAME, PHONE, token, 'kennel-42']) expect(all).not.toContain(secret);
});
