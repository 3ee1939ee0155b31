import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { createDirectoryNews } from '../../server/areas/people/directoryNews';
import { tellEverybody, tellRoles } from '../../server/areas/people/telling';
import { signIn, startTestServer, stompClient } from '../kit/server';

it('a change of a member while the server stops asks the database for nobody: it may be closed by then', async () => {
  const asked = vi.fn();
  const db = new Proxy({}, { get: asked });
  const hooks = new Map<string, () => Promise<void>>();
  const http = { addHook: (name: string, hook: () => Promise<void>) => hooks.set(name, hook), log: { error() {} } };
  const changed = createDirectoryNews({ db, broker: {}, http } as never);
  await hooks.get('preClose')?.();
  vi.useFakeTimers();
  changed();
  expect([asked.mock.calls, vi.getTimerCount()]).toEqual([[], 0]);
  vi.useRealTimers();
});

it('who is connected is told of a stored change although the database cannot say who the members are', async () => {
  const server = await startTestServer();
  const client = await stompClient(server.base, await signIn(server.base, 'member'));
  const news = await client.subscribe('/topic/members/1', 'volunteers.changed');
  const said: string[] = [];
  const http = { log: { error: (_: object, words: string) => said.push(words) } };
  const app = { db: server.db, broker: server.broker, http: http as never };
  await server.db.execute(sql`alter table users rename to elsewhere`);
  expect(await tellEverybody(app, { type: 'volunteers.changed' })).toEqual([1]);
  await tellRoles(app, ['ADMIN'], { type: 'approvals.changed' });
  await server.db.execute(sql`alter table elsewhere rename to users`);
  expect(await news.next()).toEqual({});
  expect(said).toEqual([
    'only the members who are connected were told of a change',
    'the members with a role were not told of a change',
  ]);
  await client.close();
  await server.close();
});
