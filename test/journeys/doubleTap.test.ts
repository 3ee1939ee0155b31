import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PendingUser } from '../../src/contract/administration';
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

const signUp = (firstName: string, phoneNumber: string) =>
  call(testApp.server.base, '/api/auth/signup', {
    method: 'POST',
    body: signupForm({ firstName, phoneNumber, username: firstName.toLowerCase() }),
  });

describe('a double tap', () => {
  it('of Authorize lets one person in, although the card of the next one moves under the pointer', async () => {
    await signUp('Zoya', '9000000101');
    await signUp('Yusuf', '9000000102');
    const asha = await testApp.returning('admin');
    const people = new PeoplePage(asha.page);
    await asha.open('/approvals');
    const buttons = people.applicants.getByRole('button', { name: /^Authorize/ });
    await buttons.nth(2).waitFor();
    const place = await middleOf(buttons.first());
    const asked: string[] = [];
    asha.page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()));
    const devtools = await asha.context.newCDPSession(asha.page);
    const started = Date.now() / 1000;
    /** The first or second click of a double click, with the times of a quick one: on a busy machine the second one comes late. */
    const click = async (clickCount: 1 | 2, [x, y]: readonly [number, number]) => {
      const timestamp = started + 0.2 * clickCount;
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await devtools.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount, timestamp });
    };
    await click(1, place);
    await expect.poll(() => buttons.count()).toBe(2);
    await click(2, await middleOf(buttons.first()));
    // A press on purpose works.
    await buttons.first().click();
    await expect.poll(() => buttons.count()).toBe(1);
    expect(asked).toHaveLength(2);
  });

  it('of the cross of a photo removes one photo, and so does a triple tap', async () => {
    const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 }, hasTouch: true });
    const report = new ReportPage(mira.page);
    await mira.open('/report');
    await report.attach(await photo(40, 30), await photo(40, 30), await photo(40, 30));
    await report.files.nth(2).waitFor();
    const cross = report.files.first().getByRole('button', { name: /^Remove/ });
    await cross.scrollIntoViewIfNeeded();
    // In the page, because the machine of a test may need longer from tap to tap than a finger.
    const removed = await mira.page.evaluate(
      async ([x, y]) => {
        const tap = () =>
          document.elementFromPoint(x, y)?.dispatchEvent(
            new PointerEvent('click', {
              detail: 1,
              clientX: x,
              clientY: y,
              bubbles: true,
              cancelable: true,
              pointerType: 'touch',
            }),
          );
        const files = () => document.querySelectorAll('ul[aria-label="Attached files"] > li').length;
        tap();
        while (files() === 3) await new Promise(requestAnimationFrame);
        return [files(), tap(), tap(), files()];
      },
      await middleOf(cross),
    );
    // dispatchEvent answers false if the event was cancelled.
    expect(removed).toEqual([2, false, false, 2]);
    expect(await report.files.count()).toBe(2);
  });
});

describe('a tap', () => {
  it('on a card that another admin has just moved under the finger does nothing', async () => {
    await signUp('Xena', '9000000103');
    await signUp('Wali', '9000000104');
    const asha = await testApp.returning('admin');
    const people = new PeoplePage(asha.page);
    await asha.open('/approvals');
    const buttons = people.applicants.getByRole('button', { name: /^Authorize/ });
    await buttons.nth(1).waitFor();
    const place = await middleOf(buttons.first());
    const hit = asha.page.evaluate(async ([x, y]) => {
      const list = document.querySelector('ul[aria-label="Pending sign-ups"]');
      const count = list?.children.length;
      const isOnButton = () => document.elementFromPoint(x, y)?.closest('button') != null;
      while (list?.children.length === count) await new Promise(requestAnimationFrame);
      const atFirst = isOnButton();
      await Promise.all((list?.getAnimations() ?? []).map(({ finished }) => finished));
      return [atFirst, isOnButton()];
    }, place);
    const words = await people.applicants.first().innerText();
    const pending = (await testApp.read('/api/admin/pending-users', 'superadmin')) as PendingUser[];
    const first = pending.find(({ username }) => words.includes(`@${username}`));
    await testApp.act('superadmin', 'PUT', `/api/admin/authorize/${first?.userId}`);
    expect(await hit).toEqual([false, true]);
  });
});
