import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { caseMembers, cases, GLOBAL_CHAT, users } from '../../server/db/schema';
import type { ChatGroupEntry, Message, Refusal } from '../../src/contract/chats';
import {
  callsIn,
  everybody,
  makeIncident,
  type Person,
  people,
  type SignedInServer,
  startSignedInServer,
  teamOrCaptains,
} from '../kit/incidents';
import { type Inbox, stompClient, type TestClient } from '../kit/server';

/** Who is typing in the chat of a case (DECISIONS 177), asked of the real server. Facts typed by hand. */
let signedIn: SignedInServer;
/** The chat of a case of Mira's and Ravi's. Each test has its own, because a member's signs are told once a second there. */
let chatId: string;
let incidentId: number;
const opened: TestClient[] = [];
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});
const { read } = callsIn(() => signedIn);

async function makeCase(): Promise<void> {
  incidentId = await makeIncident(signedIn.server, 'ASSIGNED');
  const groups = await read<ChatGroupEntry[]>('chat/groups', 'captain');
  chatId = String(groups.find(({ chatGroup }) => chatGroup.purposeId === String(incidentId))?.chatGroup.id);
}

interface Seat extends TestClient {
  readonly refusals: Inbox;
}
/** A client that listens for refusals, as the app does. */
async function sit(person: Person): Promise<Seat> {
  const client = await stompClient(signedIn.server.base, signedIn.tokens[person]);
  opened.push(client);
  return { ...client, refusals: await client.subscribe(`/topic/members/${people[person].id}`, 'refusal') };
}
const topic = () => `/topic/typing/${chatId}`;
const destination = () => `/app/chat/${chatId}/typing`;
const MIRA = { userId: '1', firstName: 'Mira' };

describe('a sign of typing in the chat of a case', () => {
  it.each(everybody)('%s: who may say it and who hears it', async (person) => {
    await makeCase();
    const may = teamOrCaptains.includes(person);
    const [listener, seat] = [await sit('captain'), await sit(person)];
    const signs = await listener.subscribe(topic());
    const refusal = { status: 403, message: 'You are not a participant of this chat.', clientMessageId: null };
    const subscribed = seat.subscribe(topic());
    // A refused subscription gets no receipt.
    if (may) expect((await subscribed).all).toEqual([]);
    else expect(await seat.refusals.next<Refusal>()).toEqual({ destination: topic(), ...refusal });
    seat.send(destination(), {});
    await seat.settled();
    await listener.settled();
    const { id, username } = people[person];
    const [row] = await signedIn.server.db.select().from(users).where(eq(users.username, username));
    expect(signs.all).toEqual(may ? [{ userId: String(id), firstName: row?.firstName }] : []);
    if (may) expect((await subscribed).all).toEqual(signs.all);
    else expect(await seat.refusals.next<Refusal>()).toEqual({ destination: destination(), ...refusal });
  });

  it('is no message, and leaves nothing behind', async () => {
    await makeCase();
    const mira = await sit('member in team');
    const messages = await mira.subscribe(`/topic/chat/${chatId}`);
    const signs = await mira.subscribe(topic());
    mira.send(destination(), {});
    expect(await signs.next()).toEqual(MIRA);
    await mira.settled();
    expect(messages.all).toEqual([]);
    expect(await read<Message[]>(`chat/messages/${chatId}`, 'captain')).toEqual([]);
    const groups = await read<ChatGroupEntry[]>('chat/groups', 'captain');
    const entry = groups.find(({ chatGroup }) => chatGroup.id === chatId);
    expect(entry).toMatchObject({ hasUnreadMessages: false, lastMessage: null });
  });

  it('is published at most once a second per member, however many come', async () => {
    await makeCase();
    const [mira, captain] = [await sit('member in team'), await sit('captain')];
    const signs = await captain.subscribe(topic());
    for (let count = 0; count < 500; count++) mira.send(destination(), {});
    captain.send(destination(), {});
    await mira.settled();
    await captain.settled();
    const ofMira = () => signs.all.filter((sign) => (sign as typeof MIRA).userId === '1').length;
    // A machine may be so slow that the second is over before all of them are handled.
    expect(ofMira()).toBeLessThan(10);
    expect(signs.all).toContainEqual({ userId: '2', firstName: expect.any(String) });
    // Some signs exceeded the limit for frames. The connection stays open, and later signs are published again.
    for (const refusal of mira.refusals.all) expect(refusal).toMatchObject({ status: 429 });
    const before = ofMira();
    await expect
      .poll(() => {
        mira.send(destination(), {});
        return ofMira();
      })
      .toBeGreaterThan(before);
    expect(mira.client.connected).toBe(true);
  });

  it('is refused once the case is done, and in the chat of nobody', async () => {
    await makeCase();
    const [mira, captain] = [await sit('member in team'), await sit('captain')];
    const signs = await captain.subscribe(topic());
    await signedIn.server.db
      .update(cases)
      .set({ status: 'CLOSED', closedAt: new Date() })
      .where(eq(cases.incidentId, incidentId));
    mira.send(destination(), {});
    expect(await mira.refusals.next<Refusal>()).toMatchObject({
      status: 409,
      message: 'This case is closed. Its chat can only be read.',
    });
    for (const id of ['999999', '0', '01', 'x', '1%2F2']) {
      mira.send(`/app/chat/${id}/typing`, {});
      expect(await mira.refusals.next<Refusal>()).toMatchObject({ destination: `/app/chat/${id}/typing`, status: 404 });
    }
    expect(signs.all).toEqual([]);
  });

  it('is not told to a member who was taken off the team', async () => {
    await makeCase();
    const [mira, captain] = [await sit('member in team'), await sit('captain')];
    const own = await mira.subscribe(topic());
    const signs = await captain.subscribe(topic());
    const [row] = await signedIn.server.db.select().from(cases).where(eq(cases.incidentId, incidentId));
    await signedIn.server.db.delete(caseMembers).where(eq(caseMembers.caseId, row?.id ?? 0));
    await signedIn.server.connections.recheck(1);
    expect(await mira.refusals.next<Refusal>()).toMatchObject({ destination: topic(), status: 403 });
    captain.send(destination(), {});
    await signs.next();
    mira.send(destination(), {});
    expect(await mira.refusals.next<Refusal>()).toMatchObject({ destination: destination(), status: 403 });
    expect([own.all.length, signs.all.length]).toEqual([0, 1]);
  });

  it('has a name as it is, because it is data', async () => {
    await makeCase();
    const name = '<img src=x onerror=alert(1)> "§';
    await signedIn.server.db.update(users).set({ firstName: name }).where(eq(users.id, 2));
    const captain = await sit('captain');
    const signs = await captain.subscribe(topic());
    captain.send(destination(), {});
    expect(await signs.next()).toEqual({ userId: '2', firstName: name });
  });
});

describe('what is not accepted as a sign of typing', () => {
  it('is anything in the global chat, which has neither the destination nor the topic', async () => {
    const mira = await sit('member in team');
    mira.send('/app/gchat/typing', {});
    expect(await mira.refusals.next<Refusal>()).toMatchObject({
      status: 404,
      message: 'There is no such destination.',
    });
    for (const wrong of [
      `/topic/typing/${GLOBAL_CHAT}`,
      '/topic/typing/gchat',
      '/topic/typing/',
      '/topic/typing/5/6',
    ]) {
      void mira.subscribe(wrong);
      expect(await mira.refusals.next<Refusal>()).toMatchObject({ destination: wrong, status: 404 });
    }
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a text', '"typing"'],
    ['another field', '{"userId":"2","firstName":"Asha"}'],
  ])('is a body of another form: %s', async (_, body) => {
    await makeCase();
    const [mira, captain] = [await sit('member in team'), await sit('captain')];
    const signs = await captain.subscribe(topic());
    mira.send(destination(), body);
    expect(await mira.refusals.next<Refusal>()).toMatchObject({ destination: destination(), status: 400 });
    await captain.settled();
    expect(signs.all).toEqual([]);
  });

  it('ends no connection, not even of a client that does not listen for refusals', async () => {
    await makeCase();
    const tara = await stompClient(signedIn.server.base, signedIn.tokens['member not in team']);
    opened.push(tara);
    for (const body of [{}, '{', { userId: '2' }]) tara.send(destination(), body);
    await tara.settled();
    expect(tara.client.connected).toBe(true);
  });
});
