import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';

import { call } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { PeoplePage } from './pages/people';
import { ReportPage } from './pages/report';
import { photo } from './reports';

const testApp = openTestApp();

async function middleOf(button: Locator): Promise<readonly [x: number, y: number]> {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not shown.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

it('on Authorize lets one person in, although the card of the next one moves under the pointer', async () => {
  for (const [firstName, phoneNumber] of [
    ['Zoya', '9000000101'],
    ['Yusuf', '9000000102'],
  ] as const)
    await call(testApp.server.base, '/api/auth/signup', {
      method: 'POST',
      body: signupForm({ firstName, phoneNumber, username: firstName.toLowerCase() }),
    });
  const asha = await testApp.returning('admin');
  const { mouse } = asha.page;
  const people = new PeoplePage(asha.page);
  await asha.open('/approvals');
  const buttons = people.applicants.getByRole('button', { name: /^Authorize/ });
  await buttons.nth(2).waitFor();
  const place = await middleOf(buttons.first());
  const asked: string[] = [];
  asha.page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()));
  await mouse.click(...place);
  await expect.poll(() => buttons.count()).toBe(2);
  // The second click of a double click, as a browser counts it.
  await mouse.move(...(await middleOf(buttons.first())));
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
  // A press on purpose works.
  await buttons.first().click();
  await expect.poll(() => buttons.count()).toBe(1);
  expect(asked).toHaveLength(2);
});

it('on the cross of a photo removes one photo', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 }, hasTouch: true });
  const report = new ReportPage(mira.page);
  await mira.open('/report');
  await report.attach(await photo(40, 30), await photo(40, 30), await photo(40, 30));
  await report.files.nth(2).waitFor();
  const cross = report.files.first().getByRole('button', { name: /^Remove/ });
  await cross.scrollIntoViewIfNeeded();
  const place = await middleOf(cross);
  await mira.page.touchscreen.tap(...place);
  await mira.page.touchscreen.tap(...place);
  await report.files.nth(2).waitFor({ state: 'detached' });
  expect(await report.files.count()).toBe(2);
});
