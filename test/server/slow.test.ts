import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { FORM_END, filesOf, GLOBAL, partHead, photo, type SlowUpload, slowUpload, upload, wav } from '../kit/media';
import { signIn, startTestServer, type TestServer } from '../kit/server';

/** Slow requests, and how long the server waits for them. */
const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function start(limits: { bodyWithin?: number; uploadIdle?: number } = {}): Promise<TestServer> {
  const server = await startTestServer({ limits });
  servers.push(server);
  return server;
}

/** An upload that has begun to arrive. */
async function begun(server: TestServer, token: string): Promise<SlowUpload> {
  const { length } = (await filesOf(server)).incoming;
  const slow = slowUpload(server.base, GLOBAL, token);
  slow.request.write(partHead());
  await expect.poll(async () => (await filesOf(server)).incoming.length).toBe(length + 1);
  return slow;
}
const finish = async ({ request, answer }: SlowUpload) => {
  request.write(wav().content);
  request.end(FORM_END);
  return (await answer).status;
};

it('a body that does not arrive is not waited for, except the upload of a member', async () => {
  const server = await start({ bodyWithin: 300 });
  const member = await begun(server, await signIn(server.base, 'member'));

  const visitor = slowUpload(server.base, GLOBAL, 'no token');
  visitor.request.write(partHead());
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
  );
  await Promise.all([once(socket, 'close'), once(visitor.request, 'close')]);

  expect(await finish(member)).toBe(201);
});

it('a member whose pictures are waiting to be processed keeps the connection, however long it takes', async () => {
  const server = await start({ uploadIdle: 400 });
  const token = await signIn(server.base, 'member');
  const large = await photo();
  const answers = await Promise.all([1, 2, 3].map(() => upload(server.base, GLOBAL, token, large)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});

it('idle connections do not keep the server from ending', async () => {
  const server = await start();
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  await fetch(server.base);
  const before = performance.now();
  await server.close();
  servers.pop();
  expect(performance.now() - before).toBeLessThan(1500);
});

it('an answer that is under way when the server ends is completed, unless it takes too long', async () => {
  const server = await start();
  const token = await signIn(server.base, 'member');
  const [slow, never] = [await begun(server, token), await begun(server, token)];
  const closing = server.close();
  servers.pop();
  expect(await finish(slow)).toBe(201);
  await expect(never.answer).rejects.toThrow();
  await closing;
});
