import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message, Refusal } from '../../src/contract/chats';
import { makeIncident, people, sendReport } from '../kit/incidents';
import {
  call,
  type Inbox,
  signIn,
  startTestServer,
  stompClient,
  type TestClient,
  type TestServer,
} from '../kit/server';

/** An error of the server is no refusal: if it cannot store something now, its answer makes the client send it again. */
let server: TestServer;
let token: string;
let mira: TestClient;
let refusals: Inbox;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent' });
  token = await signIn(server.base, 'member');
});
afterAll(() => server.close());
beforeEach(async () => {
  mira = await stompClient(server.base, token);
  refusals = await mira.subscribe('/topic/members/1', 'refusal');
});
afterEach(async () => {
  await works();
  await mira.close();
});

/** From now on each write to a table fails with this error code of PostgreSQL. */
async function failsWith(code: string, table = 'messages') {
  await server.db.execute(
    sql.raw(`create or replace function fail() returns trigger as
      $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$ language plpgsql`),
  );
  await server.db.execute(sql.raw(`create trigger fail before insert on ${table} execute function fail()`));
}
const works = () => server.db.execute(sql`drop function if exists fail cascade`);

const FULL = 'There is no room left on the server. Please try again later.';
const AWAY = 'The database cannot be reached at the moment. Please try again.';
const history = async () => (await call(server.base, '/api/gchat/messages', { token })).body as Message[];

describe('a message that cannot be stored now', () => {
  it.each([
    ['because the disk is full', '53100', 507, FULL],
    ['because the database ends', '57P01', 503, AWAY],
    ['because the disk fails', '58030', 503, AWAY],
    ['because it may write nothing', '25006', 503, AWAY],
    ['for a fault of ours', 'P0001', 500, 'Something went wrong on the server.'],
  ])('%s is answered on the personal topic, and the connection goes on', async (_, code, status, message) => {
    const chat = await mira.subscribe('/topic/gchat');
    await failsWith(code);
    const [first, second] = [`${code}-1`, `${code}-2`];
    for (const clientMessageId of [first, second]) mira.send('/app/gchat/send', { text: 'Kept', clientMessageId });
    for (const clientMessageId of [first, second])
      expect(await refusals.next<Refusal>()).toEqual({
        destination: '/app/gchat/send',
        status,
        message,
        clientMessageId,
      });
    await works();
    for (const clientMessageId of [first, second]) mira.send('/app/gchat/send', { text: 'Kept', clientMessageId });
    await chat.next<Message>(({ clientMessageId }) => clientMessageId === second);
    const stored = (await history()).filter(({ clientMessageId }) => clientMessageId?.startsWith(code));
    expect(stored.map(({ clientMessageId }) => clientMessageId)).toEqual([first, second]);
  });

  it.each(['53100', '57P01'])(
    'and whose sender does not listen there ends the connection, without an ERROR (%s)',
    async (code) => {
      const deaf = await stompClient(server.base, token);
      let error: string | undefined;
      deaf.error.then(({ headers }) => {
        error = headers.message;
      });
      await failsWith(code);
      deaf.send('/app/gchat/send', { text: 'Kept', clientMessageId: `deaf-${code}` });
      await deaf.closed;
      expect(error).toBeUndefined();
    },
  );

  it('does not affect those that can be stored', async () => {
    const chat = await mira.subscribe('/topic/gchat');
    await server.db.execute(
      sql.raw(`create function fail() returns trigger as
        $$ begin if new.text = 'bad' then raise exception 'disk full' using errcode = '53100'; end if; return new; end $$
        language plpgsql`),
    );
    await server.db.execute(sql`create trigger fail before insert on messages for each row execute function fail()`);
    for (const text of ['good', 'bad', 'better'])
      mira.send('/app/gchat/send', { text, clientMessageId: `mixed-${text}` });
    expect(await refusals.next<Refusal>()).toMatchObject({ status: 507, clientMessageId: 'mixed-bad' });
    expect(await chat.next<Message>(({ text }) => text === 'better')).toMatchObject({
      clientMessageId: 'mixed-better',
    });
    const stored = (await history()).filter(({ clientMessageId }) => clientMessageId?.startsWith('mixed'));
    expect(stored.map(({ text }) => text)).toEqual(['good', 'better']);
  });
});

it.each([
  ['message_reads', 'read', { messageId: '7' }],
  ['message_reactions', 'react', { messageId: '7', reaction: '😮' }],
])('a row of %s that cannot be stored is answered on the personal topic, too', async (table, action, body) => {
  await failsWith('53100', table);
  mira.send(`/app/gchat/${action}`, body);
  expect(await refusals.next<Refusal>()).toMatchObject({
    destination: `/app/gchat/${action}`,
    status: 507,
    message: FULL,
  });
});

it('a report is answered with 507 when the disk of the database is full', async () => {
  await failsWith('53100', 'incidents');
  const { status, body } = await sendReport(server.base, token);
  expect({ status, body }).toEqual({ status: 507, body: { message: FULL } });
});

describe('what is stored counts, and is told, although the database fails right after it', () => {
  const away = 'alter table user_roles rename to user_roles_away';
  /** When a transaction that adds rows to this table commits, the roles of members can no longer be read. */
  async function failsAfter(table: string) {
    await server.db.execute(
      sql.raw(`create function fail() returns trigger as $$ begin
        if to_regclass('user_roles') is not null then ${away}; end if; return null; end $$ language plpgsql`),
    );
    await server.db.execute(
      sql.raw(`create constraint trigger fail after insert on ${table} deferrable initially deferred
        for each row execute function fail()`),
    );
  }
  afterEach(() => server.db.execute(sql`alter table if exists user_roles_away rename to user_roles`));

  it('a request for supplies', async () => {
    const { id, username } = people['inventory manager'];
    const indu = await stompClient(server.base, await signIn(server.base, username));
    const told = await indu.subscribe(`/topic/members/${id}`, 'notification.created');
    await failsAfter('requisitions');
    const body = [{ inventoryItemId: '1', quantity: 1 }];
    expect((await call(server.base, '/api/requisitions', { token, body })).status).toBe(201);
    expect(await told.next()).toMatchObject({ notification: { type: 'INVENTORY' } });
    await indu.close();
  });

  it('the assignment of a team', async () => {
    const incidentId = await makeIncident(server, 'REPORTED');
    const captain = await signIn(server.base, people.captain.username);
    const told = await mira.subscribe('/topic/members/1', 'notification.created');
    await failsAfter('case_members');
    const path = `/api/incidents/${incidentId}/assignment/assign-team`;
    expect((await call(server.base, path, { token: captain, body: { userIds: [1] } })).status).toBe(200);
    expect(await told.next()).toMatchObject({ notification: { relatedEntityId: String(incidentId) } });
  });
});
