import { afterEach, expect, it, vi } from 'vitest';
import { unsubscribe } from '../../src/services/device/push';

afterEach(() => vi.unstubAllGlobals());

/** A browser that has subscribed for a member. Node has neither its caches nor its subscription. */
function subscribedBy(memberId: string) {
  let kept: string | null = JSON.stringify({ memberId, endpoint: 'https://push.example.org/1', expiresAt: 1 });
  const cache = {
    match: async () => (kept === null ? undefined : new Response(kept)),
    delete: async () => {
      kept = null;
    },
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const end = vi.fn(async () => true);
  const subscription = { endpoint: 'https://push.example.org/1', unsubscribe: end };
  const registration = {
    getNotifications: async () => [],
    pushManager: { getSubscription: async () => subscription },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  return { end, isKept: () => kept !== null };
}

it('a tab that ends the session of its member late leaves the subscription of whom has logged in meanwhile', async () => {
  const untell = vi.fn(async () => {});
  const ravis = subscribedBy('8');
  await unsubscribe(untell, '7');
  expect([ravis.end.mock.calls.length, untell.mock.calls.length, ravis.isKept()]).toEqual([0, 0, true]);
  const miras = subscribedBy('7');
  await unsubscribe(untell, '7');
  expect([miras.end.mock.calls.length, untell.mock.calls.length, miras.isKept()]).toEqual([1, 1, false]);
});
