import { afterEach, expect, it, vi } from 'vitest';
import type { SessionRef } from '../../src/machines/session/session.machine';
import { followPush } from '../../src/wiring/notifications/followPush';

/** A browser's own push service is needed for the rest: only when it is called is tested here. */
const renewSubscription = vi.fn(async () => {});
vi.mock('../../src/wiring/notifications/push', () => ({
  renewSubscription: () => renewSubscription(),
  endPush: async () => {},
}));
afterEach(() => vi.unstubAllGlobals());

it('a subscription that could not be renewed is renewed when the network is back, once', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', Object.assign(page, { Notification: {} }));
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('requestIdleCallback', (task: () => void) => task());
  Object.assign(page, { requestIdleCallback: (task: () => void) => task() });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const snapshot = {
    context: { visit: 1, me: { id: '7' }, claims: { exp: 1 } },
    matches: (state: string) => state === 'signedIn',
  };
  const session = { getSnapshot: () => snapshot, subscribe: () => {} } as unknown as SessionRef;
  renewSubscription.mockRejectedValueOnce(new Error('no network'));
  followPush(session, {} as never, {} as never, '');
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce());
  expect(renewSubscription).toHaveBeenCalledTimes(1);
  for (const type of ['online', 'online', 'pageshow']) page.dispatchEvent(new Event(type));
  await vi.waitFor(() => expect(renewSubscription).toHaveBeenCalledTimes(2));
  page.dispatchEvent(new Event('online'));
  await vi.dynamicImportSettled();
  expect(renewSubscription).toHaveBeenCalledTimes(2);
});
