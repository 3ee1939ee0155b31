import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, messages, messageVersions } from '../../server/db/schema';
import type { ChatGroupEntry, Message } from '../../src/contract/chats';
import {
  callsIn,
  everybody,
  makeIncident,
  type Person,
  type SignedInServer,
  startSignedInServer,
} from '../kit/incidents';
import { jpeg, upload } from '../kit/media';
import { call, stompClient } from '../kit/server';

/** Own messages are edited and deleted within 15 minutes (DECISIONS 164), asked of the real server. Facts typed by hand. */
let signedIn: SignedInServer;
/** The chat of a case of Mira's and Ravi's. */
let chatId: string;
let incidentId: number;
beforeAll(async () => {
  signedIn = await startSignedInServer();
  incidentId = await makeIncident(signedIn.server, 'ASSIGNED');
  chatId = String(
    (await groupsOf('captain')).find(({ chatGroup }) => chatGroup.purposeId === String(incidentId))?.chatGroup.id,
  );
});
afterAll(() => signedIn.server.close());
const { asked, read } = callsIn(() => signedIn);
const groupsOf = (person: Person) => read<ChatGroupEntry[]>('chat/groups', person);

let sent = 0;
/** Sends a message to the case's chat or the global one. @returns the stored message. */
async function say(person: Person, place: string, body: object = {}): Promise<Message> {
  const clientMessageId = `change-${++sent}`;
  const client = await stompClient(signedIn.server.base, signedIn.tokens[person]);
  client.send(`/app/${place}/send`, { text: 'the first text', clientMessageId, ...body });
  await client.settled();
  await client.close();
  const found = (await history(place)).find((message) => message.clientMessageId === clientMessageId);
  if (!found) throw new Error('The message was not stored.');
  return found;
}
const history = (place: string) =>
  read<Message[]>(place === 'gchat' ? 'gchat/messages' : `chat/messages/${chatId}`, 'captain');
const now = async (place: string, { id }: Message) => (await history(place)).find((message) => message.id === id);
const edit = (person: Person, { id }: Pick<Message, 'id'>, body: unknown) =>
  asked(person, `messages/${id}`, { method: 'PUT', body });
const remove = (person: Person, { id }: Pick<Message, 'id'>) => asked(person, `messages/${id}`, { method: 'DELETE' });
const versions = (person: Person, { id }: Pick<Message, 'id'>) => asked(person, `messages/${id}/versions`);
/** Those who may enter the chat of a case of Mira's. */
const inCase: readonly Person[] = ['member in team', 'captain', 'admin', 'super admin'];

describe.each(['gchat', 'case'] as const)('a message in %s', (kind) => {
  const place = () => (kind === 'case' ? `chat/${chatId}` : 'gchat');

  it.each(everybody)('of %s can be changed by nobody else, whatever their role', async (author) => {
    if (kind === 'case' && !inCase.includes(author)) return;
    const message = await say(author, place());
    for (const person of everybody.filter((one) => one !== author)) {
      expect([person, (await edit(person, message, { text: 'not mine' })).status]).toEqual([person, 403]);
      expect([person, (await remove(person, message)).status]).toEqual([person, 403]);
    }
    expect(await now(place(), message)).toEqual(message);
    expect((await edit(author, message, { text: 'the second text' })).status).toBe(200);
    expect(await now(place(), message)).toEqual({
      ...message,
      text: 'the second text',
      editedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await remove(author, message)).status).toBe(200);
    expect(await now(place(), message)).toMatchObject({ text: 'This message was deleted.', mediaUrl: null });
  });
});

describe('what is edited', () => {
  it('keeps each earlier text, only for admins; the same text again changes nothing', async () => {
    const message = await say('member in team', 'gchat');
    for (const text of ['second', 'second', '  third '])
      expect((await edit('member in team', message, { text })).status).toBe(200);
    await remove('member in team', message);
    for (const person of everybody) {
      const { status, body } = await versions(person, message);
      if (person === 'admin' || person === 'super admin')
        expect((body as { text: string }[]).map(({ text }) => text)).toEqual(['the first text', 'second', 'third']);
      else expect([person, status]).toEqual([person, 403]);
    }
    expect((await versions('admin', { id: '999999' })).status).toBe(404);
  });

  it.each([undefined, {}, { text: ' ' }, { text: 5 }, { text: 'x'.repeat(4001) }, { text: 'a', mediaUrl: '/x' }])(
    'is no message when it is %j',
    async (body) => {
      const message = await say('member in team', 'gchat');
      expect((await edit('member in team', message, body)).status).toBe(400);
      expect(await now('gchat', message)).toEqual(message);
    },
  );

  it('reaches everybody in the chat as the whole message, and their list of chats, but is no news', async () => {
    const place = `chat/${chatId}`;
    const message = await say('member in team', place);
    const captain = await stompClient(signedIn.server.base, signedIn.tokens.captain);
    const [topic, own] = [
      await captain.subscribe(`/topic/chat/${chatId}`),
      await captain.subscribe('/topic/members/2', 'chats.changed'),
    ];
    // The second time it is as if the first call had lost the answer to its COMMIT, and so nobody had been told (DECISIONS 392).
    for (let time = 0; time < 2; time++) {
      const { body } = await edit('member in team', message, { text: 'come to the back door' });
      expect(await topic.next()).toMatchObject({
        id: message.id,
        text: 'come to the back door',
        editedAt: (body as { changedAt: string }).changedAt,
      });
      expect(await own.next()).toEqual({ chatId });
    }
    expect((await groupsOf('captain')).find(({ chatGroup }) => chatGroup.id === chatId)?.lastMessage).toBe(
      'come to the back door',
    );
    for (let time = 0; time < 2; time++) {
      const { body } = await remove('member in team', message);
      expect(await topic.next()).toMatchObject({
        id: message.id,
        text: 'This message was deleted.',
        deletedAt: (body as { changedAt: string }).changedAt,
      });
      expect(await own.next()).toEqual({ chatId });
    }
    expect((await groupsOf('captain')).find(({ chatGroup }) => chatGroup.id === chatId)?.lastMessage).toBe(
      'This message was deleted.',
    );
    await captain.close();
  });
});

describe('the 15 minutes', () => {
  it.each([
    [14 * 60 + 50, 200],
    [15 * 60, 409],
    [15 * 60 + 60, 409],
  ])('%d s after sending: %d', async (seconds, expected) => {
    const message = await say('member in team', 'gchat');
    const sentAt = new Date(Date.now() - seconds * 1000);
    await signedIn.server.db
      .update(messages)
      .set({ sentAt })
      .where(eq(messages.id, Number(message.id)));
    const answer = await edit('member in team', message, { text: 'later' });
    expect(answer.status).toBe(expected);
    if (expected === 409)
      expect(answer.body).toEqual({
        message: 'A message can be changed for 15 minutes after it was sent. That time is over.',
      });
    expect((await remove('member in team', message)).status).toBe(expected);
  });
});

describe('what is deleted', () => {
  it('leaves an empty message: no text, no reactions, no file; answers to it still refer to it', async () => {
    const place = `chat/${chatId}`;
    const answer = await upload(signedIn.server.base, `/api/chat/${chatId}/media`, signedIn.tokens['member in team'], [
      await jpeg(),
    ]);
    const { mediaUrl } = answer.body as { mediaUrl: string };
    const message = await say('member in team', place, { mediaUrl, mediaType: 'IMAGE' });
    await say('captain', place, { parentMessageId: message.id });
    const captain = await stompClient(signedIn.server.base, signedIn.tokens.captain);
    captain.send(`/app/${place}/react`, { messageId: message.id, reaction: '👍' });
    await captain.settled();
    await captain.close();
    expect((await fetch(signedIn.server.base + mediaUrl)).status).toBe(200);
    expect((await remove('member in team', message)).status).toBe(200);
    expect((await remove('member in team', message)).status).toBe(200);
    expect(await now(place, message)).toMatchObject({ reactions: {}, mediaUrl: null, mediaType: null });
    expect((await fetch(signedIn.server.base + mediaUrl)).status).toBe(404);
    const answering = (await history(place)).at(-1);
    expect(answering?.parentMessageId).toBe(message.id);
    expect(answering?.quoted).toMatchObject({ text: 'This message was deleted.', mediaUrl: null, mediaType: null });
    const [row] = await signedIn.server.db
      .select()
      .from(messages)
      .where(eq(messages.id, Number(message.id)));
    expect(row).toMatchObject({ text: null, mediaId: null });
  });

  it('keeps the file that another message has, too', async () => {
    const place = `chat/${chatId}`;
    const answer = await upload(signedIn.server.base, `/api/chat/${chatId}/media`, signedIn.tokens['member in team'], [
      await jpeg(),
    ]);
    const { mediaUrl } = answer.body as { mediaUrl: string };
    const [first, second] = [
      await say('member in team', place, { mediaUrl }),
      await say('member in team', place, { mediaUrl }),
    ];
    await remove('member in team', first);
    expect(await now(place, second)).toMatchObject({ mediaUrl });
    expect((await fetch(signedIn.server.base + mediaUrl)).status).toBe(200);
  });

  it('is unread for nobody', async () => {
    const place = `chat/${chatId}`;
    const entry = async () => (await groupsOf('admin')).find(({ chatGroup }) => chatGroup.id === chatId);
    const before = (await entry())?.unreadCount ?? 0;
    const message = await say('captain', place);
    expect((await entry())?.unreadCount).toBe(before + 1);
    await remove('captain', message);
    expect((await entry())?.unreadCount).toBe(before);
  });

  it('is refused in a chat whose case is done, as an edit is', async () => {
    const message = await say('member in team', `chat/${chatId}`);
    const close = (closed: boolean) =>
      signedIn.server.db
        .update(cases)
        .set(closed ? { status: 'CLOSED', closedAt: new Date() } : { status: 'ASSIGNED', closedAt: null })
        .where(eq(cases.incidentId, incidentId));
    await close(true);
    expect((await edit('member in team', message, { text: 'late' })).status).toBe(409);
    expect((await remove('member in team', message)).status).toBe(409);
    await close(false);
    expect(
      await signedIn.server.db
        .select()
        .from(messageVersions)
        .where(eq(messageVersions.messageId, Number(message.id))),
    ).toEqual([]);
  });

  it('is refused to who has been taken off the team, and needs a login', async () => {
    const message = await say('member in team', `chat/${chatId}`);
    await asked('captain', `incidents/${incidentId}/assignment/assign-team`, {
      method: 'POST',
      body: { userIds: ['6', '7'] },
    });
    expect((await edit('member in team', message, { text: 'still here' })).status).toBe(403);
    expect((await remove('member in team', message)).status).toBe(403);
    expect((await call(signedIn.server.base, `/api/messages/${message.id}`, { method: 'DELETE' })).status).toBe(401);
    for (const id of ['999999', 'x', '0']) expect((await remove('captain', { id })).status).toBe(404);
  });
});
