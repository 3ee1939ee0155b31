import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
 * The paths of the message's lifecycle, walked against the server: Mira sends, she and Ravi act on the message. What must
 * come of each act in each state is typed here by hand from S1 §4 and DECISIONS 11 and 40.
 */
const samples = {
  'Mira sends it (again)': { type: 'message.echoed' },
  'Ravi reads it': { type: 'message.read', by: 'ravi', sender: 'mira' },
  'Mira reads it': { type: 'message.read', by: 'mira', sender: 'mira' },
  'Ravi reacts': { type: 'message.reacted', by: 'ravi' },
  'Mira reacts': { type: 'message.reacted', by: 'mira' },
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
  },
  confirmed: {
    'Mira sends it (again)': 'confirmed',
    'Ravi reads it': 'seen',
    'Mira reads it': 403,
    'Ravi reacts': 'confirmed',
    'Mira reacts': 'confirmed',
  },
  seen: {
    'Mira sends it (again)': 'seen',
    'Ravi reads it': 'seen',
    'Mira reads it': 403,
    'Ravi reacts': 'seen',
    'Mira reacts': 'seen',
  },
};

const paths = pathsOf({ machine: messageLifecycle, input: undefined, events: samples, key: () => null });

let server: TestServer;
let token: string;
const actors = {} as Record<'Mira' | 'Ravi', { client: TestClient; refusals: Inbox }>;
beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.base, 'member');
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
  return {
    find,
    async state() {
      const stored = await find();
      return stored === undefined ? 'temp' : stored.seenBy.length > 0 ? 'seen' : 'confirmed';
    },
    /** @returns 'done', or the status with which the server refused. */
    async act(sample: Sample) {
      const { client, refusals } = actors[sample.startsWith('Ravi') ? 'Ravi' : 'Mira'];
      const messageId = (await find())?.id ?? '987654';
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

  it.each(paths.map((path, index) => [titleOf(path), path, index] as const))('%s', async (_, path: Path, index) => {
    const message = createMessage(`walk-${index}`);
    const steps: RecordedPath['steps'][number][] = [];
    walked.push({ title: titleOf(path), steps });
    for (const { sample } of [{ sample: '' }, ...path]) {
      if (sample) {
        const from = await message.state();
        expect(await message.act(sample as Sample)).toBe('done');
        expect(await message.state()).toBe(facts[from]?.[sample as Sample]);
        steps.push({ transitions: transitionsAt(messageLifecycle, from, samples[sample as Sample].type) });
      }
      const here = await message.state();
      for (const [refused, answer] of Object.entries(facts[here] ?? {}) as [Sample, string | number][]) {
        if (typeof answer === 'string') continue;
        const before = await message.find();
        expect([here, refused, await message.act(refused)]).toEqual([here, refused, answer]);
        expect(await message.find()).toEqual(before);
      }
    }
  });

  it('has a fact for every state of the chart, and is walked through all of them', () => {
    expect(Object.keys(facts)).toEqual(Object.keys(messageLifecycle.states));
    expect(paths.length).toBeGreaterThan(5);
    const visited = new Set(paths.flatMap((path) => path.map(({ after }) => after.value)));
    expect([...visited].sort()).toEqual(['confirmed', 'seen']);
  });
});
