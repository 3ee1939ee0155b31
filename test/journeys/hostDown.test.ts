import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';

const testApp = openTestApp();

it('a host that is down, or answers with a page of its own, does not replace the configuration of this device', async () => {
  const mira = await testApp.member('member', { serviceWorkers: 'allow' });
  await expect.poll(() => mira.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const config = () => mira.page.evaluate(() => fetch('config.json').then((answer) => answer.json(), String));
  const before = await config();
  expect(before).toMatchObject({ capabilities: expect.anything() });

  await testApp.server.kill();
  let status = 0;
  const host = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>The host</title>');
  }).listen(Number(new URL(testApp.server.base).port), '127.0.0.1');
  try {
    await once(host, 'listening');
    for (status of [503, 404, 200]) expect(await config(), `${status}`).toEqual(before);
  } finally {
    host.closeAllConnections();
    host.close();
    await once(host, 'close');
    await testApp.server.start();
  }
});
