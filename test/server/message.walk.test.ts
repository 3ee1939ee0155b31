import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../server/db/schema';
import type { Message, Refusal } from '../../src/contract/chats';
import { messageLifecycle } from '../../src/machines/lifecycles/message.machine';
import {
  call,
  type Inbox,
  signIn,
  startTestServer,
  stompClient,
  type TestClient,
  type TestServer,
} from '../kit/server';
import { type Path, pathsOf, titleOf } from '../kit/walking/graph';
import { type RecordedPath, recordWalked, transitionsAt } from '../kit/walking/record';

/**
 * The paths of the message's lifecycle, walked against the server: Mira sends, she, Ravi and
 * Kabir, who is a captain, act on the message. What must come of each act in each state is typed here by hand from S1 §4 and
 * DECISIONS 11, 40, 164 and 165.
 */
const samples = {
  'Mira sends it (again)': { type: 'message.echoed' },
  'Ravi reads it': { type: 'message.read', by: 'ravi', sender: 'mira' },
  'Mira reads it': { type: 'message.read', by: 'mira', sender: 'mira' },
  'Ravi reacts': { type: 'message.reacted', by: 'ravi' },
  'Mira reacts': { type: 'message.reacted', by: 'mira' },
  'Mira edits it': { type: 'message.edited', by: 'mira', sender: 'mira', isInTime: true },
  'Mira edits it too late': { type: 'message.edited', by: 'mira', sender: 'mira', isInTime: false },
  'Ravi edits it': { type: 'message.edited', by: 'ravi', sender: 'mira', isInTime: true },
  'Mira deletes it': { type: 'message.deleted', by: 'mira', sender: 'mira', isInTime: true },
  'Mira deletes it too late': { type: 'message.deleted', by: 'mira', sender: 'mira', isInTime: false },
  'Ravi deletes it': { type: 'message.deleted', by: 'ravi', sender: 'mira', isInTime: true },
  'Kabir pins it': { type: 'message.pinned', roles: ['MEMBER', 'RESCUE_CAPTAIN'] },
  'Ravi pins it': { type: 'message.pinned', roles: ['MEMBER'] },
  'Kabir unpins it': { type: 'message.unpinned', roles: ['MEMBER', 'RESCUE_CAPTAIN'] },
  'Ravi unpins it': { type: 'message.unpinned', roles: ['MEMBER'] },
} as const;
type Sample = keyof typeof samples;

/** The state that an act leads to, or the status with which the server refuses it. */
const facts: Record<string, Record<Sample, string | number>> = {
  temp: {
    'Mira sends it (again)': 'confirmed',
    'Ravi reads it': 404,
    'Mira reads it': 404,
    'Ravi reacts': 404,
    'Mira reacts': 404,
    'Mira edits it': 404,
    'Mira edits it too late': 404,
    'Ravi edits it': 404,
    'Mira deletes it': 404,
    'Mira deletes it too late': 404,
    'Ravi deletes it': 404,
    'Kabir pins it': 404,
    'Ravi pins it': 404,
    'Kabir unpins it': 404,
    'Ravi unpins it': 404,
  },
  confirmed: {
    'Mira sends it (again)': 'confirmed',
    'Ravi reads it': 'seen',
    'Mira reads it': 403,
    'Ravi reacts': 'confirmed',
    'Mira reacts': 'confirmed',
    'Mira edits it': 'confirmed',
    'Mira edits it too late': 409,
    'Ravi edits it': 403,
    'Mira deletes it': 'deleted',
    'Mira deletes it too late': 409,
    'Ravi deletes it': 403,
    'Kabir pins it': 'confirmed',
    'Ravi pins it': 403,
    'Kabir unpins it': 'confirmed',
    'Ravi unpins it': 403,
  },
  seen: {
    'Mira sends it (again)': 'seen',
    'Ravi reads it': 'seen',
    'Mira reads it': 403,
    'Ravi reacts': 'seen',
    'Mira reacts': 'seen',
    'Mira edits it': 'seen',
    'Mira edits it too late': 409,
    'Ravi edits it': 403,
    'Mira deletes it': 'deleted',
    'Mira deletes it too late': 409,
    'Ravi deletes it': 403,
    'Kabir pins it': 'seen',
    'Ravi pins it': 403,
    'Kabir unpins it': 'seen',
    'Ravi unpins it': 403,
  },
  deleted: {
    'Mira sends it (again)': 'deleted',
    'Ravi reads it': 'deleted',
    'Mira reads it': 403,
    'Ravi reacts': 409,
    'Mira reacts': 409,
    'Mira edits it': 409,
    'Mira edits it too late': 409,
    'Ravi edits it': 403,
    'Mira deletes it': 'deleted',
    'Mira deletes it too late': 409,
    'Ravi deletes it': 403,
    'Kabir pins it': 409,
    'Ravi pins it': 409,
    'Kabir unpins it': 'deleted',
    'Ravi unpins it': 403,
  },
};

const paths = pathsOf({ machine: messageLifecycle, input: undefined, events: samples, key: () => null });

let server: TestServer;
let token: string;
let raviToken: string;
let kabirToken: string;
let edits = 0;
const actors = {} as Record<'Mira' | 'Ravi', { client: TestClient; refusals: Inbox }>;
beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.base, 'member');
  raviToken = await signIn(server.base, 'ravi');
  kabirToken = await signIn(server.base, 'captain');
  for (const [name, username, id] of [
    ['Mira', 'member', '1'],
    ['Ravi', 'ravi', '6'],
  ] as const) {
    const client = await stompClient(server.base, await signIn(server.base, username));
    actors[name] = { client, refusals: await client.subscribe(`/topic/members/${id}`, 'refusal') };
  }
});
afterAll(async () => {
  await Promise.all(Object.values(actors).map(({ client }) => client.close()));
  await server.close();
});

/** One message on its way through the lifecycle. */
function createMessage(clientMessageId: string) {
  const find = async () => {
    const { body } = await call(server.base, '/api/chat/messages/1', { token });
    return (body as Message[]).find((message) => message.clientMessageId === clientMessageId);
  };
  /** By an ordinary call; 'too late' 15 minutes after the message was sent. */
  async function change(sample: Sample, messageId: string) {
    const isLate = sample.includes('too late');
    const [row] = await server.db
      .select()
      .from(messages)
      .where(eq(messages.id, Number(messageId)));
    const sendAt = (sentAt: Date) =>
      server.db
        .update(messages)
        .set({ sentAt })
        .where(eq(messages.id, Number(messageId)));
    if (row && isLate) await sendAt(new Date(Date.now() - 15 * 60_000));
    const { status } = await call(server.base, `/api/messages/${messageId}`, {
      token: sample.startsWith('Ravi') ? raviToken : token,
      ...(sample.includes('edits')
        ? { method: 'PUT', body: { text: `walk, edited ${++edits}` } }
        : { method: 'DELETE' }),
    });
    if (row && isLate) await sendAt(row.sentAt);
    return status === 200 ? 'done' : status;
  }

  const pin = async (sample: Sample, messageId: string) => {
    const { status } = await call(server.base, `/api/messages/${messageId}/pin`, {
      token: sample.startsWith('Ravi') ? raviToken : kabirToken,
      method: sample.includes('unpins') ? 'DELETE' : 'PUT',
    });
    return status === 200 ? 'done' : status;
  };

  return {
    find,
    async state() {
      const stored = await find();
      if (stored?.deletedAt) return 'deleted';
      return stored === undefined ? 'temp' : stored.seenBy.length > 0 ? 'seen' : 'confirmed';
    },
    /**
     * @param found the message as it is stored now
     * @returns 'done', or the status with which the server refused.
     */
    async act(sample: Sample, found: Message | undefined) {
      const { client, refusals } = actors[sample.startsWith('Ravi') ? 'Ravi' : 'Mira'];
      const messageId = found?.id ?? '987654';
      if (sample.includes('pins')) return pin(sample, messageId);
      if (sample.includes('edits') || sample.includes('deletes')) return change(sample, messageId);
      const action = sample.includes('sends') ? 'send' : sample.includes('reads') ? 'read' : 'react';
      const body = {
        send: { text: 'walk', clientMessageId },
        read: { messageId },
        react: { messageId, reaction: '👍' },
      }[action];
      const refusedBefore = refusals.all.length;
      client.send(`/app/chat/1/${action}`, body);
      await client.settled();
      return (refusals.all[refusedBefore] as Refusal | undefined)?.status ?? 'done';
    },
  };
}

describe('messageLifecycle on the server', () => {
  const walked: RecordedPath[] = [];
  afterAll(() => recordWalked('server', messageLifecycle.id, walked));
  /** The acts after which the refusals were checked. Paths begin alike, and the same acts lead to the same. */
  const checked = new Set<string>();

  it.each(paths.map((path, index) => [titleOf(path), path, index] as const))('%s', async (_, path: Path, index) => {
    const message = createMessage(`walk-${index}`);
    const steps: RecordedPath['steps'][number][] = [];
    walked.push({ title: titleOf(path), steps });
    let acts = '';
    for (const { sample } of [{ sample: '' }, ...path]) {
      if (sample) {
        const from = await message.state();
        expect(await message.act(sample as Sample, await message.find())).toBe('done');
        expect(await message.state()).toBe(facts[from]?.[sample as Sample]);
        steps.push({ transitions: transitionsAt(messageLifecycle, from, samples[sample as Sample].type) });
      }
      acts += `${sample}, `;
      if (checked.has(acts)) continue;
      checked.add(acts);
      const here = await message.state();
      const before = await message.find();
      for (const [refused, answer] of Object.entries(facts[here] ?? {}) as [Sample, string | number][]) {
        if (typeof answer === 'string') continue;
        expect([here, refused, await message.act(refused, before)]).toEqual([here, refused, answer]);
        expect([refused, await message.find()]).toEqual([refused, before]);
      }
    }
  });

  it('has a fact for every state of the chart, and is walked through all of them', () => {
    expect(Object.keys(facts)).toEqual(Object.keys(messageLifecycle.states));
    expect(paths.length).toBeGreaterThan(5);
    const visited = new Set(paths.flatMap((path) => path.map(({ after }) => after.value)));
    expect([...visited].sort()).toEqual(['confirmed', 'deleted', 'seen']);
  });
});
