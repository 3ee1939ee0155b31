import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { reloadWhenReachable, watchNetwork, watchNetworkReturns } from '../../src/services/device/page';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a server that does not answer is not waited for until the browser gives up, and the page is not reloaded', async () => {
  let asked = 0;
  const server = createServer(() => {
    asked++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const reload = vi.fn();
    vi.stubGlobal('document', { baseURI: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
    vi.stubGlobal('location', { reload });
    expect(await reloadWhenReachable(1_000)).toBe(false);
    expect(asked).toBe(1);
    expect(reload).not.toHaveBeenCalled();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('a page that was not told that the network is back, or gone, sees it when it becomes visible', () => {
  const [page, view] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })];
  const device = { onLine: true };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', view);
  vi.stubGlobal('navigator', device);
  const news: string[] = [];
  const stop = watchNetwork(({ type }) => news.push(type));
  device.onLine = false;
  page.dispatchEvent(new Event('offline'));
  device.onLine = true;
  page.dispatchEvent(new Event('pageshow'));
  device.onLine = false;
  view.dispatchEvent(new Event('visibilitychange'));
  expect(news).toEqual(['network.lost', 'network.returned', 'page.shown', 'network.lost', 'page.shown']);
  stop();
});

it('what is shown as failed is fetched again at once when the network is back, and three times within 10 s (DECISIONS 259)', () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const begun = Date.now();
  const fetched: number[] = [];
  watchNetworkReturns(() => fetched.push(Date.now() - begun));
  page.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(fetched).toEqual([0, 1_000, 4_000, 10_000]);
});
