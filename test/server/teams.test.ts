import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../server/db/schema';
import type { ChatGroupEntry, Message, UploadAnswer } from '../../src/contract/chats';
import type { Incident } from '../../src/contract/incidents';
import { makeIncident, people, rowsOf, sendCompletion, sendReport } from '../kit/incidents';
import { filesOf, jpeg, upload, wav } from '../kit/media';
import {
  call,
  type Inbox,
  signIn,
  startTestServer,
  stompClient,
  type TestClient,
  type TestServer,
} from '../kit/server';

/** Mira and Tara over real connections, while a captain changes the team. */
let server: TestServer;
const who = {
  mira: { id: people['member in team'].id, username: 'member' },
  tara: { id: people['member not in team'].id, username: 'tara' },
  captain: { id: people.captain.id, username: 'captain' },
};
type Name = keyof typeof who;
const tokens = {} as Record<Name, string>;
const clients = {} as Record<Name, TestClient>;
const refusals = {} as Record<Name, Inbox>;
const groups = {} as Record<Name, Inbox>;
let news: Inbox;
beforeAll(async () => {
  server = await startTestServer();
  for (const name of Object.keys(who) as Name[]) {
    tokens[name] = await signIn(server.base, who[name].username);
    clients[name] = await stompClient(server.base, tokens[name]);
    refusals[name] = await clients[name].subscribe(`/topic/members/${who[name].id}`, 'refusal');
    groups[name] = await clients[name].subscribe(`/topic/members/${who[name].id}`, 'chats.changed');
  }
  news = await clients.mira.subscribe('/topic/incidents');
});
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.close()));
  await server.close();
});

const ask = (name: Name, path: string, options: { method?: string; body?: unknown } = {}) =>
  call(server.base, `/api/${path}`, { token: tokens[name], ...options });
const assign = (id: number, userIds: number[]) =>
  ask('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds } });
const chatIdOf = async (id: number) => (await rowsOf(server, id)).chats[0]?.id ?? 0;
const listed = async (name: Name) =>
  ((await ask(name, 'chat/groups')).body as ChatGroupEntry[]).map(({ chatGroup }) => Number(chatGroup.id));
/** Sends a message to a chat as the captain, who may write in every chat. */
const say = (chatId: number, clientMessageId: string) =>
  clients.captain.sendAndWait(`/app/chat/${chatId}/send`, { text: clientMessageId, clientMessageId });

describe('a reassigned team', () => {
  it('closes the open chat for members who leave, and opens it for those who join', async () => {
    const id = await makeIncident(server, 'REPORTED');
    expect((await assign(id, [who.mira.id])).status).toBe(200);
    const chatId = await chatIdOf(id);
    const [topic, path] = [`/topic/chat/${chatId}`, `chat/messages/${chatId}`];
    const inbox = await clients.mira.subscribe(topic);
    await say(chatId, `first-${chatId}`);
    expect(await inbox.next()).toMatchObject({ text: `first-${chatId}` });
    expect((await ask('tara', path)).status).toBe(403);
    expect(await listed('mira')).toContain(chatId);

    expect((await assign(id, [who.tara.id])).status).toBe(200);
    expect(server.broker.count(topic)).toBe(0);
    await say(chatId, `second-${chatId}`);
    await clients.mira.settled();
    expect(inbox.all).toHaveLength(1);
    expect([(await ask('mira', path)).status, (await ask('tara', path)).status]).toEqual([403, 200]);
    expect([await listed('mira'), await listed('tara')]).toEqual([
      expect.not.arrayContaining([chatId]),
      expect.arrayContaining([chatId]),
    ]);
    clients.mira.send(`/app/chat/${chatId}/send`, { text: 'Still here', clientMessageId: `gone-${chatId}` });
    expect(await refusals.mira.next()).toMatchObject({
      status: 403,
      message: 'You are not a participant of this chat.',
    });
    const joined = await clients.tara.subscribe(topic);
    await say(chatId, `third-${chatId}`);
    expect(await joined.next()).toMatchObject({ text: `third-${chatId}` });
  });

  it('is told to those who leave, those who join, and captains', async () => {
    const id = await makeIncident(server, 'REPORTED');
    await assign(id, [who.mira.id]);
    const chatId = String(await chatIdOf(id));
    const isAbout = (heard: Record<string, unknown>) => heard.chatId === chatId;
    expect(await groups.mira.next(isAbout)).toEqual({ chatId });
    expect(await groups.captain.next(isAbout)).toEqual({ chatId });
    await clients.tara.settled();
    expect(groups.tara.all).not.toContainEqual({ chatId });
    await assign(id, [who.tara.id]);
    expect(await groups.mira.next(isAbout)).toEqual({ chatId });
    expect(await groups.tara.next(isAbout)).toEqual({ chatId });
    expect(await groups.captain.next(isAbout)).toEqual({ chatId });
  });

  it('leaves captains who are removed from it their rights as captains', async () => {
    const id = await makeIncident(server, 'REPORTED');
    await assign(id, [who.captain.id]);
    const chatId = await chatIdOf(id);
    const inbox = await clients.captain.subscribe(`/topic/chat/${chatId}`);
    await assign(id, [who.mira.id]);
    await say(chatId, `kept-${chatId}`);
    expect(await inbox.next()).toMatchObject({ text: `kept-${chatId}` });
  });
});

describe('a case on its way', () => {
  it('keeps those in its chat who were not confirmed, and closes the chat at its end', async () => {
    const id = await makeIncident(server, 'REPORTED');
    await assign(id, [who.mira.id, who.tara.id]);
    const chatId = await chatIdOf(id);
    const inbox = await clients.tara.subscribe(`/topic/chat/${chatId}`);
    const confirmed = { body: { participatingUserIds: [who.mira.id] } };
    expect((await ask('mira', `cases/${id}/initiate-confirm`, confirmed)).status).toBe(200);
    await say(chatId, `both-${chatId}`);
    expect(await inbox.next()).toMatchObject({ text: `both-${chatId}` });
    expect((await sendCompletion(server.base, tokens.mira, id)).status).toBe(200);
    clients.tara.send(`/app/chat/${chatId}/send`, { text: 'Late', clientMessageId: `late-${chatId}` });
    expect(await refusals.tara.next()).toMatchObject({
      status: 409,
      message: 'This case is closed. Its chat can only be read.',
    });
    expect(await listed('mira')).not.toContain(chatId);
    expect((await ask('tara', `chat/messages/${chatId}`)).status).toBe(200);
  });
});

describe('news of incidents', () => {
  it('goes to every member after every change', async () => {
    const answer = await sendReport(server.base, tokens.tara);
    const { incidentId } = answer.body as { incidentId: string };
    const id = Number(incidentId);
    const heard = () => news.next((one: Record<string, unknown>) => one.incidentId === incidentId);
    await heard();
    const steps: (() => Promise<{ status: number }>)[] = [
      () => ask('mira', `incidents/${id}/interest`, { method: 'POST' }),
      () => ask('mira', `incidents/${id}/interest`, { method: 'DELETE' }),
      () => ask('mira', `incidents/${id}/location`, { method: 'PUT', body: { latitude: 1, longitude: 2 } }),
      () => assign(id, [who.mira.id]),
      () => ask('mira', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: [who.mira.id] } }),
      () => sendCompletion(server.base, tokens.mira, id),
      () => ask('captain', `incidents/${id}/resolve`, { method: 'PUT' }),
      () => ask('captain', `incidents/${id}/reactivate`, { method: 'PUT' }),
      () => ask('captain', `incidents/${id}/resolve`, { method: 'PUT' }),
      () => ask('captain', `incidents/${id}`, { method: 'DELETE' }),
    ];
    for (const step of steps) {
      expect((await step()).status).toBe(200);
      await heard();
    }
  });

  it('comes when a file of an incident is deleted', async () => {
    const { body } = await sendReport(server.base, tokens.tara, { files: [await jpeg()] });
    const { incidentId } = body as { incidentId: string };
    const isAbout = (one: Record<string, unknown>) => one.incidentId === incidentId;
    expect(await news.next(isAbout)).toEqual({ incidentId });
    const { mediaFiles } = (await ask('mira', `incidents/${incidentId}`)).body as Incident;
    const admin = await signIn(server.base, 'admin');
    const path = `/api/incidents/${incidentId}/media/${mediaFiles[0]?.id}`;
    expect((await call(server.base, path, { token: admin, method: 'DELETE' })).status).toBe(200);
    expect(await news.next(isAbout)).toEqual({ incidentId });
  });

  it('does not come for a call that was refused, but once more for a repeat, whose first answer may be lost (DECISIONS 391)', async () => {
    const before = await sendReport(server.base, tokens.tara, { key: 'told-once' });
    const { incidentId } = before.body as { incidentId: string };
    await sendReport(server.base, tokens.tara, { key: 'told-once' });
    await ask('mira', `incidents/${incidentId}/close`, { method: 'PUT', body: { reason: 'x' } });
    await ask('captain', `incidents/${incidentId}/resolve`, { method: 'PUT' });
    await clients.mira.settled();
    expect(news.all.filter((one) => (one as Record<string, unknown>).incidentId === incidentId)).toHaveLength(2);
  });
});

describe('a deleted incident', () => {
  it('takes its chats with it: subscriptions, messages, media and files', async () => {
    const id = await makeIncident(server, 'REPORTED');
    await assign(id, [who.mira.id]);
    const chatId = await chatIdOf(id);
    const before = (await filesOf(server)).kept;
    const path = `/api/chat/${chatId}/media`;
    const sent = (await upload(server.base, path, tokens.mira, await jpeg())).body as UploadAnswer;
    await upload(server.base, path, tokens.mira, wav());
    const topic = `/topic/chat/${chatId}`;
    const inbox = await clients.mira.subscribe(topic);
    clients.mira.send(`/app/chat/${chatId}/send`, { ...sent, clientMessageId: `picture-${chatId}` });
    const { id: messageId } = await inbox.next<Message>();
    await clients.captain.sendAndWait(`/app/chat/${chatId}/read`, { messageId });
    await ask('mira', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: [who.mira.id] } });
    await sendCompletion(server.base, tokens.mira, id, { files: [await jpeg()] });
    expect((await filesOf(server)).kept).toHaveLength(before.length + 5);
    await ask('captain', `incidents/${id}/resolve`, { method: 'PUT' });
    expect((await ask('captain', `incidents/${id}`, { method: 'DELETE', body: { archive: true } })).status).toBe(200);

    expect((await filesOf(server)).kept).toEqual(before);
    expect(server.broker.count(topic)).toBe(0);
    expect(await server.db.select().from(messages).where(eq(messages.chatId, chatId))).toEqual([]);
    expect((await call(server.base, sent.mediaUrl)).status).toBe(404);
    expect((await ask('mira', `chat/messages/${chatId}`)).status).toBe(404);
    const [archive] = (await rowsOf(server, id)).archives;
    expect(archive?.snapshot).toMatchObject({
      chats: [{ name: `Incident #${id} · Dog` }],
      messages: [{ clientMessageId: `picture-${chatId}`, senderId: who.mira.id }],
      reads: [{ messageId: Number(messageId), userId: who.captain.id }],
      // The files of messages, the files that were uploaded and not sent, and those of the completion.
      media: [
        { kind: 'IMAGE', chatId, caseId: null },
        { kind: 'AUDIO', chatId, caseId: null },
        { kind: 'IMAGE', chatId: null, caseId: expect.any(Number) },
      ],
      people: { [who.mira.id]: 'Mira Nair', [who.captain.id]: 'Kabir Sethi' },
    });
  });
});
