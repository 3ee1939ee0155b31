import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../server/http/httpError';
import { throttleUnavailable } from '../../server/http/log';
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

/** The lines of the log with what `broken` has caused, read. */
const readCausedBy = async (broken: () => Promise<void>): Promise<Record<string, unknown>[]> =>
  (await causedBy(broken))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** From now on each sign-up fails with this error of PostgreSQL. */
const failsWith = ({ db }: Pick<TestServer, 'db'>, code: string, words: string) =>
  db.execute(
    sql.raw(`create or replace function fail() returns trigger as
      $$ begin raise exception '${words}' using errcode = '${code}'; end $$ language plpgsql;
      create or replace trigger fail before insert on users execute function fail()`),
  );

it('a log gives the reason of a full disk and of a lost database, once for many failed calls', async () => {
  for (const [code, words, status] of [
    ['53100', 'could not extend file "base/5/1": No space left on device', 507],
    ['57P01', 'terminating connection due to administrator command', 503],
  ] as const) {
    await failsWith(server, code, words);
    const lines = await readCausedBy(async () => {
      for (let count = 0; count < 3; count++)
        expect((await call(base, '/api/auth/signup', { body: form })).status).toBe(status);
    });
    expect(lines).toEqual([
      expect.objectContaining({
        url: '/api/auth/signup',
        err: {
          type: 'HttpError',
          message: words,
          query: expect.stringMatching(/^insert into "users" .*\$1/),
          stack: expect.stringContaining('accounts'),
        },
      }),
    ]);
  }
  await server.db.execute(sql`drop function fail cascade`);
});

describe('while the database is away', () => {
  it('a log does not lose the last line of its last minute', async () => {
    const lines: string[] = [];
    const ending = await startTestServer({}, { log: { write: (line) => lines.push(line) } });
    await failsWith(ending, '57P01', 'terminating connection due to administrator command');
    for (let count = 0; count < 2; count++)
      expect((await call(ending.base, '/api/auth/signup', { body: form })).status).toBe(503);
    expect(lines).toHaveLength(1);
    await ending.close();
    expect(lines.map((line) => JSON.parse(line).leftOut)).toEqual([undefined, 0]);
  });

  it('a log has a line of each cause at the end of each minute in which calls have failed, with the number of those left out', () => {
    vi.useFakeTimers();
    const lines: unknown[] = [];
    const { logMethod, flush } = throttleUnavailable();
    const fail = (status: 503 | 507 | 409, count = 1, code = 'ECONNREFUSED') => {
      const cause = Object.assign(new Error('failed'), { code });
      for (let index = 1; index <= count; index++)
        logMethod([{ err: new HttpError(status, `${index} of ${count}`, { cause }) }, 'failed'], (fields, words) => {
          const { err, leftOut } = fields as { err: HttpError; leftOut?: number };
          lines.push([err.statusCode, err.message, leftOut, words]);
        });
    };
    const written = () => lines.splice(0);

    fail(503, 4);
    fail(507);
    expect(written()).toEqual([
      [503, '1 of 4', undefined, 'failed'],
      [507, '1 of 1', undefined, 'failed'],
    ]);
    vi.advanceTimersByTime(60_000);
    expect(written()).toEqual([[503, '4 of 4', 2, 'failed']]);
    fail(503, 5);
    expect(written()).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(written()).toEqual([[503, '5 of 5', 4, 'failed']]);
    // After a minute without failures, the next one is written at once.
    vi.advanceTimersByTime(60_000);
    fail(503);
    fail(409, 2);
    expect(written()).toHaveLength(3);

    // Another cause is not hidden by those of the first, and the last line is not lost when the server stops before the minute has ended.
    fail(503, 2, '53300');
    fail(503, 3);
    expect(written()).toEqual([[503, '1 of 2', undefined, 'failed']]);
    flush();
    expect(written()).toEqual([
      [503, '3 of 3', 2, 'failed'],
      [503, '2 of 2', 0, 'failed'],
    ]);
    vi.advanceTimersByTime(60_000);
    expect(written()).toEqual([]);
    vi.useRealTimers();
  });
});

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
