import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignTeam } from '../../server/areas/cases/assign';
import { completeCase } from '../../server/areas/cases/work';
import { reactToMessage, readMessages, sendMessages } from '../../server/areas/chat/actions';
import { deleteMessage, editMessage } from '../../server/areas/chat/changes';
import { repinMessage } from '../../server/areas/chat/pins';
import type { Db } from '../../server/db/open';
import { caseMembers, cases, media, messages, userRoles, users } from '../../server/db/schema';
import type { ChatAddress } from '../../src/contract/topics';
import { makeIncident, rowsOf } from '../kit/incidents';
import { jpeg, upload } from '../kit/media';
import { runWhileLocked } from '../kit/runWhileLocked';
import { call, signIn, startTestServer, stompClient, type TestServer } from '../kit/server';

/** Acts in a case's chat while another session closes the case or changes its team. */
let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
});
afterAll(() => server.close());

const [mira, kabir] = [1, 2];
const captain = { id: kabir, roles: ['RESCUE_CAPTAIN' as const] };
const details = { resolutionNotes: 'Done.', finalLatitude: null, finalLongitude: null };
let count = 0;

/** A case at work with Mira and Ravi in its team, and a message of Ravi in its chat. */
async function openCase() {
  const incidentId = await makeIncident(server, 'IN_PROGRESS');
  const rows = await rowsOf(server, incidentId);
  const [caseId = 0, chatId = 0] = [rows.cases[0]?.id, rows.chats[0]?.id];
  await db
    .insert(caseMembers)
    .values([
      { caseId, userId: mira },
      { caseId, userId: 6 },
    ])
    .onConflictDoNothing();
  const address: ChatAddress = { kind: 'incident', chatId: String(chatId) };
  const [sent] = await sendMessages(db, address, [draft(6, 'Here I am.')]);
  if (!sent || sent instanceof Error) throw sent;
  return { incidentId, caseId, chatId, address, messageId: sent.message.id };
}
type OpenCase = Awaited<ReturnType<typeof openCase>>;

const draft = (senderId: number, text: string) => ({
  senderId,
  body: { text, clientMessageId: `lock-${++count}`, parentMessageId: null, mediaUrl: null, mediaType: null },
});

/** Mira's acts in the chat. Each resolves to the refusal, or to undefined if it was allowed. */
const acts: [string, (on: Db, room: OpenCase) => Promise<Error | undefined>][] = [
  [
    'sending',
    async (on, { address }) => {
      const [outcome] = await sendMessages(on, address, [draft(mira, 'Hello')]);
      return outcome instanceof Error ? outcome : undefined;
    },
  ],
  [
    'reading',
    (on, { address, messageId }) => readMessages(on, mira, address, [messageId]).then(() => undefined, asError),
  ],
  [
    'reacting',
    (on, { address, messageId }) =>
      reactToMessage(on, mira, address, { messageId, reaction: '👍' }).then(() => undefined, asError),
  ],
];
/** Changes of Ravi's message, by himself or by a captain. */
const changes: [string, (on: Db, room: OpenCase) => Promise<{ changedAt: Date | null }>][] = [
  ['editing', (on, { address, messageId }) => editMessage(on, { address, messageId, userId: 6 }, 'Here we are.')],
  ['deleting', (on, { address, messageId }) => deleteMessage(on, { address, messageId, userId: 6 })],
  [
    'pinning',
    (on, { address, messageId }) => repinMessage(on, { address, messageId, userId: kabir }, 'message.pinned'),
  ],
];
const asError = (error: Error) => error;
const outcomeOf = (ended: PromiseSettledResult<unknown> | undefined) =>
  ended?.status === 'fulfilled' ? ended.value : ended?.reason;

it('nobody hears of a message, and its sender gets no receipt, before it is committed', async () => {
  const hold = sql`select pg_advisory_xact_lock(7)`;
  // Deferred: it runs at the commit, when everything else of the transaction has been done.
  await db.execute(
    sql.raw(`create function hold() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(7); return null; end $$`),
  );
  await db.execute(
    sql.raw(`create constraint trigger hold after insert on messages
    deferrable initially deferred for each row execute function hold()`),
  );
  const [sender, listener] = await Promise.all(
    ['member', 'captain'].map(async (name) => stompClient(server.base, await signIn(server.base, name))),
  );
  if (!sender || !listener) throw new Error('There are two.');
  try {
    const inbox = await listener.subscribe('/topic/gchat');
    let isReceived = false;
    const body = { text: 'Held', clientMessageId: 'held' };
    await runWhileLocked(
      db,
      (tx) => tx.execute(hold),
      () => sender.sendAndWait('/app/gchat/send', body).then(() => (isReceived = true)),
      async () => {
        // What was sent to the listener before comes before the receipt.
        await listener.settled();
        expect([inbox.all, isReceived]).toEqual([[], false]);
      },
    );
    expect(await inbox.next()).toMatchObject({ text: 'Held' });
    expect(isReceived).toBe(true);
  } finally {
    await db.execute(sql.raw('drop function hold cascade'));
    await Promise.all([sender.close(), listener.close()]);
  }
});

describe('in the chat of a case', () => {
  it.each(acts)('%s holds the case open until it is stored', async (_, act) => {
    const room = await openCase();
    const ended = await runWhileLocked(
      db,
      async (tx) => expect(await act(tx, room)).toBeUndefined(),
      () => completeCase(db, { incidentId: room.incidentId, by: captain }, details),
    );
    expect(ended?.status).toBe('fulfilled');
  });

  it.each(acts.filter(([name]) => name !== 'reading'))(
    '%s waits for a completion, and is refused then',
    async (_, act) => {
      const room = await openCase();
      const ended = await runWhileLocked(
        db,
        (tx) => completeCase(tx, { incidentId: room.incidentId, by: captain }, details),
        () => act(db, room),
      );
      expect(outcomeOf(ended)).toMatchObject({ statusCode: 409 });
      expect(await db.$count(messages, eq(messages.chatId, room.chatId))).toBe(1);
    },
  );

  it.each(changes)('%s a message holds the case open until it is stored', async (_, change) => {
    const room = await openCase();
    const ended = await runWhileLocked(
      db,
      async (tx) => expect(await change(tx, room)).toMatchObject({ changedAt: expect.any(Date) }),
      () => completeCase(db, { incidentId: room.incidentId, by: captain }, details),
    );
    expect(ended?.status).toBe('fulfilled');
  });

  it.each(changes)('%s a message waits for a completion, and is refused then', async (_, change) => {
    const room = await openCase();
    const before = await db.select().from(messages).where(eq(messages.chatId, room.chatId));
    const ended = await runWhileLocked(
      db,
      (tx) => completeCase(tx, { incidentId: room.incidentId, by: captain }, details),
      () => change(db, room),
    );
    expect(outcomeOf(ended)).toMatchObject({ statusCode: 409 });
    expect(await db.select().from(messages).where(eq(messages.chatId, room.chatId))).toEqual(before);
  });

  it.each(acts)('%s waits for a reassignment, and is refused to one who is left out', async (_, act) => {
    const room = await openCase();
    await db.update(cases).set({ status: 'ASSIGNED' }).where(eq(cases.id, room.caseId));
    await db.execute(`update incidents set status = 'ASSIGNED' where id = ${room.incidentId}`);
    const ended = await runWhileLocked(
      db,
      (tx) => assignTeam(tx, { incidentId: room.incidentId, by: captain }, ['6']),
      () => act(db, room),
    );
    expect(outcomeOf(ended)).toMatchObject({ statusCode: 403 });
  });

  it.each(acts)('%s is refused to one whose membership ends meanwhile', async (_, act) => {
    const room = await openCase();
    const isMira = eq(users.id, mira);
    const ended = await runWhileLocked(
      db,
      async (tx) => {
        // Locks the member's row, as everything does that takes a membership away.
        await tx.select().from(users).where(isMira).for('update');
        await tx.update(users).set({ status: 'PENDING' }).where(isMira);
      },
      () => act(db, room),
    );
    await db.update(users).set({ status: 'ACTIVE' }).where(isMira);
    expect(outcomeOf(ended)).toMatchObject({ statusCode: 401 });
  });

  it('a member who is no longer a captain cannot send', async () => {
    const room = await openCase();
    await db.delete(caseMembers).where(eq(caseMembers.userId, kabir));
    const ended = await runWhileLocked(
      db,
      async (tx) => {
        await tx.select().from(users).where(eq(users.id, kabir)).for('update');
        await tx.delete(userRoles).where(eq(userRoles.userId, kabir));
      },
      () => sendMessages(db, room.address, [draft(kabir, 'Hello')]),
    );
    await db.insert(userRoles).values({ userId: kabir, role: 'RESCUE_CAPTAIN' });
    expect(outcomeOf(ended)).toMatchObject([{ statusCode: 403 }]);
  });

  it('two equal reactions at once cancel each other', async () => {
    const room = await openCase();
    const react = (on: Db) => reactToMessage(on, mira, room.address, { messageId: room.messageId, reaction: '👍' });
    await runWhileLocked(db, react, () => react(db));
    const { rows } = await db.execute(`select 1 from message_reactions where message_id = ${room.messageId}`);
    expect(rows).toEqual([]);
  });

  it('an upload is refused whose case was closed while it was on its way', async () => {
    const room = await openCase();
    const token = await signIn(server.base, 'captain');
    const ended = await runWhileLocked(
      db,
      (tx) => completeCase(tx, { incidentId: room.incidentId, by: captain }, details),
      async () => upload(server.base, `/api/chat/${room.chatId}/media`, token, await jpeg()),
    );
    expect(outcomeOf(ended)).toMatchObject({
      status: 409,
      body: { message: 'This case is closed. Its chat can only be read.' },
    });
    expect(await db.$count(media, eq(media.chatId, room.chatId))).toBe(0);
  });
});

describe('messages that are stored together', () => {
  it('are refused one by one, and the others keep their order', async () => {
    const room = await openCase();
    const stranger = draft(3, 'not in the team');
    const [first, answer, last] = [draft(mira, 'first'), draft(mira, 'answer'), draft(6, 'last')];
    const bad = {
      ...answer,
      body: { ...answer.body, clientMessageId: `bad-${++count}`, parentMessageId: '999999999' },
    };
    const empty = { ...first, body: { ...first.body, clientMessageId: `empty-${++count}`, text: null } };
    const good = { ...answer, body: { ...answer.body, parentMessageId: room.messageId } };
    const outcomes = await sendMessages(db, room.address, [first, stranger, bad, good, empty, { ...first }, last]);
    expect(outcomes).toMatchObject([
      { isNew: true, message: { text: 'first' } },
      { statusCode: 403 },
      { statusCode: 400 },
      { isNew: true, message: { text: 'answer', parentMessageId: room.messageId } },
      { statusCode: 400 },
      { isNew: false, message: { text: 'first' } },
      { isNew: true, message: { text: 'last' } },
    ]);
    expect(outcomes[5]).toEqual({ ...outcomes[0], isNew: false });
    const { rows } = await db.execute(`select text from messages where chat_id = ${room.chatId} order by id`);
    expect(rows.map(({ text }) => text)).toEqual(['Here I am.', 'first', 'answer', 'last']);
  });

  it('a repeat in another chat is refused; in the same chat it is answered, also after the case was closed', async () => {
    const room = await openCase();
    const sent = draft(mira, 'once');
    const [stored] = await sendMessages(db, room.address, [sent]);
    expect(await sendMessages(db, { kind: 'global' }, [sent, draft(mira, 'new')])).toMatchObject([
      { statusCode: 409, message: 'This message was already sent to another chat.' },
      { isNew: true, message: { text: 'new' } },
    ]);
    await completeCase(db, { incidentId: room.incidentId, by: captain }, details);
    expect(await sendMessages(db, room.address, [draft(mira, 'late'), sent])).toMatchObject([
      { statusCode: 409, message: 'This case is closed. Its chat can only be read.' },
      { ...stored, isNew: false },
    ]);
  });

  it('that run into a deadlock with those of another chat are all stored', async () => {
    const [here, there] = [await openCase(), await openCase()];
    // The two batches would lock the same keys in opposite orders.
    const same = Array.from({ length: 20 }, (_, index) => draft(mira, `${index}`));
    const both = await Promise.all([
      sendMessages(db, here.address, same),
      sendMessages(db, there.address, [...same].reverse()),
    ]);
    const stored = both.flat().filter((outcome) => !(outcome instanceof Error));
    expect(stored).toHaveLength(same.length);
    for (const outcome of both.flat())
      if (outcome instanceof Error) expect(outcome.message).toBe('This message was already sent to another chat.');
  });
});

describe('of two assignments at once without ?seen=', () => {
  const assign = (incidentId: number, token: string, userIds: string[]) =>
    call(server.base, `/api/incidents/${incidentId}/assignment/assign-team`, { token, body: { userIds } });

  it('exactly one succeeds', async () => {
    const tokens = [await signIn(server.base, 'captain'), await signIn(server.base, 'admin')];
    for (let round = 0; round < 20; round++) {
      const incidentId = await makeIncident(server, 'REPORTED');
      const answers = await Promise.all(tokens.map((token, index) => assign(incidentId, token, [String(6 + index)])));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('the second is refused though the first was carried out before its body had arrived', async () => {
    const incidentId = await makeIncident(server, 'REPORTED');
    const body = JSON.stringify({ userIds: ['6'] });
    const slow = request(`${server.base}/api/incidents/${incidentId}/assignment/assign-team`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await signIn(server.base, 'captain')}`,
        'content-type': 'application/json',
        'content-length': body.length,
        // It is answered when the request has arrived.
        expect: '100-continue',
      },
    });
    slow.flushHeaders();
    await once(slow, 'continue');
    expect((await assign(incidentId, await signIn(server.base, 'admin'), ['7'])).status).toBe(200);
    slow.end(body);
    const [{ statusCode }] = (await once(slow, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(409);
    expect((await rowsOf(server, incidentId)).members.map(({ userId }) => userId)).toEqual([7]);
  });
});
