import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';

/**
 * By view, the files that the build's report counts, of which `npm run build` fails when they are too large together; and those that
 * it fetches once it stands and can be used.
 */
const views: Record<'login' | 'chat', { counted: string[]; late: string[] }> = JSON.parse(
  readFileSync('dist/.vite/budget.json', 'utf8'),
);

const testApp = openTestApp();

/** Starts to write down which scripts and style sheets the page asks for. */
function listen({ page }: Person): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.slice(1);
    if (/\.(js|css)$/.test(path)) asked.push(path);
  });
  return asked;
}

it('the login screen asks for what its budget counts, and nothing else', async () => {
  const visitor = await testApp.visitor();
  const asked = listen(visitor);
  await visitor.open('/login');
  await visitor.login.isShown();
  const { counted, late } = views.login;
  const inTime = asked.filter((file) => counted.includes(file) || !late.includes(file));
  expect([...new Set(inTime)].sort()).toEqual(counted.toSorted());
});

it('an open chat has asked for nothing that its budget does not count', async () => {
  const visitor = await testApp.visitor();
  const asked = listen(visitor);
  await visitor.open('/login');
  await visitor.login.logIn('member');
  await visitor.chats.open(/dog|Dog/);
  await visitor.chat.isUsable();
  const expected = [...views.chat.counted, ...views.chat.late];
  expect(asked.filter((file) => !expected.includes(file))).toEqual([]);
  // What is fetched before it is imported crosses the wire once: the browser imports it from its cache.
  const sent = () =>
    visitor.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
        .map(({ name }) => new URL(name).pathname.slice(1)),
    );
  const afterLogin = views.chat.counted.filter((file) => !views.login.counted.includes(file));
  await expect.poll(sent).toEqual(expect.arrayContaining(afterLogin));
  const assets = (await sent()).filter((path) => path.startsWith('assets/'));
  expect(assets).toHaveLength(new Set(assets).size);
});

it('an incident that is opened by a link takes few files: each is a round of its own on a bad network', async () => {
  const mira = await testApp.returning('member');
  const asked = listen(mira);
  await mira.open('/incident/3');
  await mira.page.getByRole('heading', { name: 'Incident #3' }).waitFor();
  await mira.menu.navigation.getByRole('link', { name: 'Live Incidents' }).waitFor();
  const files = new Set(asked);
  expect(files.size).toBeGreaterThan(10);
  expect(files.size).toBeLessThanOrEqual(30);
});

it('small files are sent compressed, and a script may be kept for good', async () => {
  const [script] = views.login.counted;
  const answer = await fetch(`${testApp.server.base}/${script}`, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/);
});
