import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../server/config';
import type { Db } from '../../server/db/open';
import { users } from '../../server/db/schema';
import type { ChatGroupEntry, Message } from '../../src/contract/chats';
import type { Standing } from '../../src/contract/standings';
import { newDatabase } from '../kit/database';
import { newFolder } from '../kit/folder';
import { type Person, sendCompletion, sendReport, signAllIn } from '../kit/incidents';
import { wav } from '../kit/media';
import { call, signIn, startTestServer, stompClient, type TestServer } from '../kit/server';

/** The server on an empty Postgres of DATABASE_URL, with several sessions at once. */
let database: Awaited<ReturnType<typeof newDatabase>>;
let server: TestServer;
const scratch = newFolder();
beforeAll(async () => {
  database = await newDatabase();
  server = await startTestServer({ databaseUrl: database.databaseUrl, dataDir: join(scratch, 'first') });
});
afterAll(async () => {
  await server.close();
  await database.drop();
  rmSync(scratch, { recursive: true });
});

describe('a Postgres server', () => {
  it('is filled at the first start', async () => {
    const token = await signIn(server.base, 'captain');
    const get = async (path: string) => (await call(server.base, path, { token })).body;
    expect(await get('/api/profile')).toMatchObject({
      id: '2',
      roles: ['MEMBER', 'RESCUE_CAPTAIN'],
      distanceTraveled: 0,
      hasVehicle: true,
    });
    const groups = (await get('/api/chat/groups')) as ChatGroupEntry[];
    expect(groups.map(({ chatGroup, hasUnreadMessages }) => [chatGroup.id, hasUnreadMessages])).toEqual([
      ['1', true],
      ['2', false],
    ]);
    const messages = (await get('/api/chat/messages/1')) as Message[];
    expect(messages.map(({ id, parentMessageId }) => [id, parentMessageId])).toEqual([
      ['1', null],
      ['2', null],
      ['3', null],
      ['4', '3'],
      ['5', null],
      ['6', null],
    ]);
    expect(messages[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(messages[0]?.seenBy.map(({ id }) => id)).toEqual(['1', '6', '7']);
  });

  it('repeats a transaction that it has ended because of a deadlock', async () => {
    let attempts = 0;
    let locked = 0;
    const lock = (tx: Db, id: number) => tx.select().from(users).where(eq(users.id, id)).for('update');
    const lockBoth = (first: number, second: number) =>
      server.db.transaction(async (tx) => {
        attempts++;
        await lock(tx, first);
        locked++;
        await expect.poll(() => locked).toBeGreaterThanOrEqual(2);
        await lock(tx, second);
        return first;
      });
    expect(await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])).toEqual([1, 2]);
    // On a busy machine the repeated one may come too early, and be ended again.
    expect(attempts).toBeGreaterThanOrEqual(3);
  });

  it('carries a conversation of many members at once', async () => {
    const [mira, ravi] = [
      await stompClient(server.base, await signIn(server.base, 'member')),
      await stompClient(server.base, await signIn(server.base, 'ravi')),
    ];
    const inbox = await ravi.subscribe('/topic/chat/1');
    await Promise.all(
      Array.from({ length: 20 }, (_, count) =>
        (count % 2 ? mira : ravi).sendAndWait('/app/chat/1/send', { text: `${count}`, clientMessageId: `pg-${count}` }),
      ),
    );
    expect(inbox.all).toHaveLength(20);
    const { id } = await inbox.next<Message>(({ sender }) => sender.firstName === 'Mira');
    await ravi.sendAndWait('/app/chat/1/react', { messageId: id, reaction: '❤️' });
    await ravi.sendAndWait('/app/chat/1/read', { messageId: id });
    const { body } = await call(server.base, '/api/chat/messages/1', { token: await signIn(server.base, 'tara') });
    const stored = body as Message[];
    expect(stored).toHaveLength(26);
    expect(stored.slice(-20).map(({ id }) => id)).toEqual(
      inbox.all.slice(0, 20).map((message) => (message as Message).id),
    );
    expect(stored.find((message) => message.id === id)).toMatchObject({
      seenBy: [{ firstName: 'Ravi' }],
      reactions: { '❤️': [{ firstName: 'Ravi' }] },
    });
    await mira.close();
    await ravi.close();
  });

  it('takes an incident through its cases, and refuses all but one of several simultaneous acts', async () => {
    const tokens = await signAllIn(server.base);
    const ask = (person: Person, path: string, options: { method?: string; body?: unknown } = {}) =>
      call(server.base, `/api/${path}`, { token: tokens[person], ...options });
    const { body } = await sendReport(server.base, tokens['inventory manager'], { key: 'pg', files: [wav(100)] });
    expect((await sendReport(server.base, tokens['inventory manager'], { key: 'pg', files: [wav(100)] })).body).toEqual(
      body,
    );
    const { incidentId } = body as { incidentId: string };
    const team = await ask('captain', `incidents/${incidentId}/assignment/assign-team`, {
      body: { userIds: ['1', '7'] },
    });
    expect(team.body).toMatchObject({ teamMembers: [{ firstName: 'Mira' }, { firstName: 'Tara' }] });
    await ask('member in team', `cases/${incidentId}/initiate-confirm`, { body: { participatingUserIds: ['7'] } });
    const done = { resolutionNotes: 'Done.', finalLatitude: 18.5, finalLongitude: 73.8 };
    const both = await Promise.all([
      sendCompletion(server.base, tokens['member in team'], incidentId, { body: done }),
      sendCompletion(server.base, tokens.captain, incidentId, { body: done }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const resolve = async (person: Person) =>
      (await ask(person, `incidents/${incidentId}/resolve`, { method: 'PUT' })).status;
    const all = await Promise.all([resolve('captain'), resolve('admin'), resolve('super admin')]);
    expect(all.sort()).toEqual([200, 409, 409]);
    expect((await ask('captain', `incidents/${incidentId}`)).body).toMatchObject({
      status: 'RESOLVED',
      caseCount: 1,
      mediaFileCount: 1,
      latitude: null,
    });
    const standings = (await ask('captain', 'standings/leaderboard')).body as Standing[];
    expect(standings.map(({ rank, firstName, points }) => [rank, firstName, points]).slice(0, 4)).toEqual([
      [1, 'Mira', 30],
      [1, 'Ravi', 30],
      [3, 'Tara', 20],
      [4, 'Indu', 2],
    ]);
    expect((await ask('captain', `incidents/${incidentId}`, { method: 'DELETE', body: {} })).status).toBe(200);
  });

  it('is not filled a second time, and accepts only its own folder', async () => {
    const first = { databaseUrl: database.databaseUrl, dataDir: join(scratch, 'first') };
    await server.close();
    const second = join(scratch, 'second');
    const refused = await startTestServer({ ...first, dataDir: second }).then(
      () => '',
      ({ message }: Error) => message,
    );
    expect(refused).toContain(`is used with another data folder than ${join(second, 'media')}`);
    expect(refused).not.toContain('\n');

    // A lost folder can be replaced in the way that the line says.
    const [, id = '', file = ''] = /write (\S+) into the file (\S+)\.$/.exec(refused) ?? [];
    writeFileSync(file, id);
    const replaced = await startTestServer({ ...first, dataDir: second });
    await replaced.close();

    server = await startTestServer(first);
    const { body } = await call(server.base, '/api/gchat/messages', { token: await signIn(server.base, 'member') });
    expect(body).toHaveLength(12);
  });

  it('that is empty goes to one of three servers that start at once, and is refused to the others in one line', async () => {
    const empty = await newDatabase();
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        startTestServer({ databaseUrl: empty.databaseUrl, dataDir: join(scratch, `at-once-${name}`) }),
      ),
    );
    const started = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))).toEqual(
      Array(2).fill('Another server is using the database of DATABASE_URL. Stop it, or use another database.'),
    );
    for (const one of started) {
      const token = await signIn(one.base, 'member');
      expect((await call(one.base, '/api/gchat/messages', { token })).body).toHaveLength(12);
      await one.close();
    }
    const late = startTestServer({ databaseUrl: empty.databaseUrl, dataDir: join(scratch, 'late') });
    await expect(late).rejects.toThrow('is used with another data folder');
    await empty.drop();
  });

  it('is not shared with a server on a copy of the data folder, also after its connections were lost', async () => {
    const { databaseUrl, drop } = await newDatabase();
    const own = { databaseUrl, dataDir: join(scratch, 'own') };
    const copy = { databaseUrl, dataDir: join(scratch, 'copy') };
    const lines: string[] = [];
    const running = await startTestServer(own, { log: { write: (line) => lines.push(line) } });
    let isTaken = false;
    void running.taken.then(() => {
      isTaken = true;
    });
    cpSync(own.dataDir, copy.dataDir, { recursive: true, filter: (path) => !basename(path).startsWith('server.') });
    await expect(startTestServer(copy)).rejects.toThrow('Another server is using the database of DATABASE_URL.');

    const [admin, other] = [1, 2].map(() => new pg.Client({ connectionString: databaseUrl })) as [pg.Client, pg.Client];
    await Promise.all([admin.connect(), other.connect()]);
    /** The connection that holds the lock of the database, and the lock's number. */
    const held = async () => {
      const { rows } = await admin.query(
        `select pid, objid as key from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows[0] as { pid: number; key: string } | undefined;
    };
    const lost = await held();
    await admin.query('select pg_terminate_backend($1)', [lost?.pid]);
    await expect.poll(async () => ![lost?.pid, undefined].includes((await held())?.pid)).toBe(true);
    expect(isTaken).toBe(false);

    // Another server waits for the lock, and so has it before this one is connected again.
    const takes = other.query('select pg_advisory_lock($1)', [lost?.key]);
    await expect.poll(async () => (await admin.query('select 1 from pg_locks where not granted')).rowCount).toBe(1);
    await admin.query('select pg_terminate_backend($1)', [(await held())?.pid]);
    await takes;
    await expect.poll(() => isTaken).toBe(true);
    expect(lines.join('')).toContain('Another server has taken the database');
    await Promise.all([admin.end(), other.end()]);
    await running.close();
    await drop();
  });

  it.each([
    [
      "template0 encoding 'LATIN1' locale_provider libc locale 'C'",
      '',
      'has the encoding LATIN1, in which most letters cannot be stored. Make another one: createdb --encoding=UTF8 --template=template0 {name}',
    ],
    [
      'template1',
      "set datestyle = 'SQL, DMY'",
      "has the DateStyle 'SQL, DMY'. Change it: alter database {name} set datestyle = 'ISO' (or alter role, if the role sets it).",
    ],
  ])('that has %s %s is refused in one line before anything is made in it', async (like, setting, line) => {
    const { databaseUrl, drop } = await newDatabase(like);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const [, name] = /\/(test_\w+)\?/.exec(databaseUrl) ?? [];
    if (setting) await client.query(`alter database ${name} ${setting}`);
    const start = startTestServer({ databaseUrl, dataDir: join(scratch, `unfit-${name}`) });
    await expect(start).rejects.toThrow(new ConfigError(`The database of DATABASE_URL ${line}`));
    expect((await client.query("select 1 from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
    await client.end();
    await drop();
  });

  it('that goes away is answered with 503 and a message, and is used again when it is back', async () => {
    const own = await newDatabase();
    const away = await startTestServer({
      databaseUrl: own.databaseUrl,
      dataDir: join(scratch, 'away'),
      logLevel: 'silent',
    });
    const token = await signIn(away.base, 'member');
    const database = /\/(test_\w+)\?/.exec(own.databaseUrl)?.[1];
    const admin = new pg.Client({ connectionString: own.databaseUrl.replace(`/${database}?`, '/postgres?') });
    await admin.connect();
    await admin.query(`alter database ${database} allow_connections false`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    const profile = () => call(away.base, '/api/profile', { token });
    await expect
      .poll(async () => {
        const { status, body } = await profile();
        return { status, body };
      })
      .toEqual({
        status: 503,
        body: { message: 'The database cannot be reached at the moment. Please try again.' },
      });
    expect((await call(away.base, '/api/health')).status).toBe(503);
    await admin.query(`alter database ${database} allow_connections true`);
    await expect.poll(async () => (await profile()).status).toBe(200);
    await admin.end();
    await away.close();
    await own.drop();
  });
});
