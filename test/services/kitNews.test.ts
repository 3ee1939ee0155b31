import { afterEach, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { connections, portOf, started } from './leaving';

// Only the wiring is tested here: the screen that it hands on needs a browser.
vi.mock('../../src/views/supplies/kit/KitScreen', () => ({ KitScreen: null }));
const { provideKit } = await import('../../src/wiring/supplies/kit');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("another member's kit is fetched again at news of members and when its page is looked at again, and every minute: only our server tells", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('window', new EventTarget());
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const { gateways, calls, end } = connections();
  let tellOfMembers = () => {};
  const watchMemberNews = (_: string, types: readonly string[], news: { changed(id: null): void }) => {
    if (types.includes('volunteers.changed')) tellOfMembers = () => news.changed(null);
    return () => {};
  };
  Object.assign(gateways.realtime, { watchMemberNews });
  const answered = () => end({ items: [], firstName: 'Tara', hasMedicineBox: true });
  const owner = createActor(createMachine({})).start();
  const query = { ownerId: '9', isOwn: false };
  const feed = started(portOf(provideKit(gateways), 'feed'), { query, gather: 100, parent: owner });
  await answered();
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(62_000);
  await answered();
  expect(calls).toEqual([]);
  // While nobody looks at the page, nothing is fetched.
  page.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toEqual([]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(100);
  await answered();
  tellOfMembers();
  await vi.advanceTimersByTimeAsync(100);
  await answered();
  expect(calls).toEqual([]);
  feed.stop();
});
