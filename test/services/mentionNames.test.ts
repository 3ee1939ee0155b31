import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { provideComposer } from '../../src/wiring/chat/composer';
import { connections, portOf } from './leaving';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('the names for mentions are used again for ten minutes, by the same member (DECISIONS 195)', async () => {
  const { gateways, end, logOut } = connections();
  const composer = provideComposer(gateways);
  const answerOf = (port: string) => toPromise(createActor(portOf(composer, 'mentionNames', port)).start());
  const fetched = async () => {
    const names = answerOf('fetchNames');
    await end([{ firstName: 'Asha', fullName: 'Asha Rao' }]);
    return names;
  };
  expect(await answerOf('readCachedNames')).toBe(null);
  const names = await fetched();
  expect(names).toEqual(['Asha']);
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(await answerOf('readCachedNames')).toBe(names);
  vi.advanceTimersByTime(1);
  expect(await answerOf('readCachedNames')).toBe(null);
  await fetched();
  logOut();
  expect(await answerOf('readCachedNames')).toBe(null);
});
