import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { SHIFT_LIMIT, shiftsOf, standsStill } from '../kit/layoutShift';

const testApp = openTestApp();

it('nothing moves on the login screen', async () => {
  const visitor = await testApp.visitor();
  await visitor.open('/login');
  await visitor.login.isShown();
  await standsStill(visitor.page);
});

it('the check notices what moves by itself', async () => {
  const visitor = await testApp.visitor();
  await visitor.open('/login');
  await visitor.login.isShown();
  await visitor.page.evaluate(() => {
    const pushing = document.createElement('div');
    pushing.style.blockSize = '120px';
    document.body.prepend(pushing);
  });
  expect((await shiftsOf(visitor.page)).sum).toBeGreaterThan(SHIFT_LIMIT);
});

const phone = { viewport: { width: 360, height: 640 } };

it.each([
  { path: '/chat', heading: 'Hello, Mira!' },
  { path: '/gchat', heading: 'Global Chat' },
  { path: '/live', heading: 'Live Incidents' },
  { path: '/incident/3', heading: 'Incident #3' },
  { path: '/my-cases', heading: 'My Active Cases' },
])('nothing moves on $path when it is reloaded and shows first what the device has kept', async ({ path, heading }) => {
  const mira = await testApp.returning('member', phone);
  await mira.open(path);
  await mira.page.getByRole('heading', { name: heading }).waitFor();
  // That nothing moves when it is opened is checked in everyPlace, for each screen.
  await mira.page.waitForLoadState('networkidle');
  await mira.page.reload();
  await mira.page.getByRole('heading', { name: heading }).waitFor();
  await standsStill(mira.page);
});
