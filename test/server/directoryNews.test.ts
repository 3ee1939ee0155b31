import { expect, it, vi } from 'vitest';
import { createDirectoryNews } from '../../server/areas/people/directoryNews';

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
