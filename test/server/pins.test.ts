import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, chats } from '../../server/db/schema';
import { revisionsOf } from '../../server/realtime/broker';
import type { ChatGroup, ChatGroupEntry, Message } from '../../src/contract/chats';
import {
  callsIn,
  captains,
  everybody,
  makeIncident,
  type Person,
  type SignedInServer,
  startSignedInServer,
} from '../kit/incidents';
import { call, stompClient } from '../kit/server';

/** Captains pin a message of a case's chat (DECISIONS 165), asked of the real server. Facts typed by hand. */
let signedIn: SignedInServer;
/** The chat of a case of Mira's and Ravi's. */
let chatId: string;
let incidentId: number;
beforeAll(async () => {
  signedIn = await startSignedInServer();
  incidentId = await makeIncident(signedIn.server, 'ASSIGNED');
  const groups = await read<ChatGroupEntry[]>('chat/groups', 'captain');
  chatId = String(groups.find(({ chatGroup }) => chatGroup.purposeId === String(incidentId))?.chatGroup.id);
});
afterAll(() => signedIn.server.close());
const { asked, read } = callsIn(() => signedIn);

let sent = 0;
/** Sends a message to a chat as Mira. @returns the stored message. */
async function say(place = `chat/${chatId}`): Promise<Message> {
  const clientMessageId = `pin-${++sent}`;
  const client = await stompClient(signedIn.server.base, signedIn.tokens['member in team']);
  const topic = await client.subscribe(place === 'gchat' ? '/topic/gchat' : `/topic/${place}`);
  client.send(`/app/${place}/send`, { text: `Words ${sent}`, clientMessageId });
  const message = await topic.next<Message>((one) => one.clientMessageId === clientMessageId);
  await client.close();
  return message;
}
const pin = (person: Person, { id }: Pick<Message, 'id'>) => asked(person, `messages/${id}/pin`, { method: 'PUT' });
const unpin = (person: Person, { id }: Pick<Message, 'id'>) =>
  asked(person, `messages/${id}/pin`, { method: 'DELETE' });
const now = async ({ id }: Message) =>
  (await read<Message[]>(`chat/messages/${chatId}`, 'captain')).find((message) => message.id === id);
/** The pinned message, as a member of the team gets it in the list of chats and in the chat's own entry. */
async function pinned(): Promise<Message | null> {
  const entries = await read<ChatGroupEntry[]>('chat/groups', 'member in team');
  const inList = entries.find(({ chatGroup }) => chatGroup.id === chatId)?.chatGroup.pinned ?? null;
  const alone = (await read<ChatGroup>(`chat/groups/${chatId}`, 'member in team')).pinned ?? null;
  expect(alone).toEqual(inList);
  return inList;
}

describe('a message in the chat of a case', () => {
  it.each(everybody)('%s: who may pin and unpin it', async (person) => {
    const may = captains.includes(person);
    const message = await say();
    expect((await pin(person, message)).status).toBe(may ? 200 : 403);
    expect(await pinned()).toEqual(may ? { ...message, pinnedAt: expect.stringMatching(/^\d{4}-.*Z$/) } : null);
    if (!may) await pin('captain', message);
    expect((await unpin(person, message)).status).toBe(may ? 200 : 403);
    expect((await pinned())?.id).toBe(may ? undefined : message.id);
    await unpin('captain', message);
    expect(await now(message)).toEqual(message);
  });

  it('takes the place of the one before; everybody in the chat hears of both', async () => {
    const [first, second] = [await say(), await say()];
    const mira = await stompClient(signedIn.server.base, signedIn.tokens['member in team']);
    const topic = await mira.subscribe(`/topic/chat/${chatId}`);
    const since = performance.now();
    const { changedAt } = (await pin('captain', second)).body as { changedAt: string };
    const quietFor = signedIn.server.broker.quietFor(revisionsOf(`/topic/chat/${chatId}`));
    expect(quietFor).toBeLessThanOrEqual(performance.now() - since);
    expect(await topic.next()).toEqual({ ...second, pinnedAt: changedAt });
    // Pinning the same message again changes nothing. It is published, in case nobody was told at first (DECISIONS 392).
    expect((await pin('admin', second)).body).toEqual({ changedAt: '' });
    expect(await topic.next()).toEqual({ ...second, pinnedAt: changedAt });
    await pin('admin', first);
    expect(await topic.next()).toEqual({ ...first, pinnedAt: expect.any(String) });
    expect(await topic.next()).toEqual(second);
    // Unpinning a message that another captain has replaced leaves the new one pinned.
    expect((await unpin('captain', second)).body).toEqual({ changedAt: '' });
    expect(await topic.next()).toEqual(second);
    expect((await pinned())?.id).toBe(first.id);
    await unpin('captain', first);
    expect(await topic.next()).toEqual(first);
    await mira.close();
  });

  it('loses its pin when it is deleted, and cannot be pinned again', async () => {
    const message = await say();
    await pin('captain', message);
    await asked('member in team', `messages/${message.id}`, { method: 'DELETE' });
    expect(await pinned()).toBe(null);
    expect(await now(message)).not.toHaveProperty('pinnedAt');
    const answer = await pin('captain', message);
    expect([answer.status, answer.body]).toEqual([409, { message: 'This message was deleted.' }]);
  });

  it('shows its new text when it is edited', async () => {
    const message = await say();
    await pin('captain', message);
    await asked('member in team', `messages/${message.id}`, { method: 'PUT', body: { text: 'At the back door' } });
    expect(await pinned()).toMatchObject({ id: message.id, text: 'At the back door', pinnedAt: expect.any(String) });
    await unpin('captain', message);
  });

  it('stays as it is once its case is done', async () => {
    const message = await say();
    await pin('captain', message);
    const close = (closed: boolean) =>
      signedIn.server.db
        .update(cases)
        .set(closed ? { status: 'CLOSED', closedAt: new Date() } : { status: 'ASSIGNED', closedAt: null })
        .where(eq(cases.incidentId, incidentId));
    await close(true);
    expect((await unpin('captain', message)).status).toBe(409);
    expect((await pin('captain', message)).status).toBe(409);
    expect((await read<ChatGroup>(`chat/groups/${chatId}`, 'member in team')).pinned?.id).toBe(message.id);
    await close(false);
    await unpin('captain', message);
  });
});

describe('what is not pinned', () => {
  it('is a message of the global chat, one that does not exist, or without a login', async () => {
    const message = await say('gchat');
    expect((await pin('captain', message)).status).toBe(409);
    expect((await pin('member in team', message)).status).toBe(403);
    for (const id of ['999999', 'x', '0']) {
      expect((await pin('captain', { id })).status).toBe(404);
      expect((await unpin('captain', { id })).status).toBe(404);
    }
    expect((await call(signedIn.server.base, `/api/messages/${message.id}/pin`, { method: 'PUT' })).status).toBe(401);
  });

  it('is a second message, whatever two captains press at once', async () => {
    const messages = await Promise.all([say(), say(), say()]);
    const answers = await Promise.all(
      messages.flatMap((message) => [pin('captain', message), pin('admin', message), unpin('super admin', message)]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [row] = await signedIn.server.db
      .select()
      .from(chats)
      .where(eq(chats.id, Number(chatId)));
    const shown = (await Promise.all(messages.map(now))).flatMap((message) => (message?.pinnedAt ? message.id : []));
    expect(shown).toEqual(row?.pinnedMessageId ? [String(row.pinnedMessageId)] : []);
  });
});
