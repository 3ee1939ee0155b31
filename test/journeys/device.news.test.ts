import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { knownOf } from './device';
import { ProfilePage } from './pages/profile';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

it('the app’s badge counts; sound, vibration and toasts are as this device’s settings say, in all tabs', async () => {
  const ravi = await testApp.returning('ravi');
  // Records what the page asks of the browser, because this one has no screen and no loudspeaker.
  await ravi.context.addInitScript(() => {
    const asked: string[] = [];
    const note = (text: string) => asked.push(text) > 0;
    Object.assign(window, { asked });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void note(`badge ${count > 0}`),
      clearAppBadge: async () => void note('no badge'),
      vibrate: (length: number) => note(`vibration ${length}`),
    });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      note('sound');
      start.call(this, when);
    };
  });
  const asked = (page = ravi.page) => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  const profile = new ProfilePage(ravi.page);
  await ravi.open('/profile');
  await profile.setting('Sound').waitFor();
  expect(
    await Promise.all(
      ['Messages on every screen', 'Sound', 'Vibration'].map((name) => profile.setting(name).isChecked()),
    ),
  ).toEqual([true, false, false]);
  const chat = `chat/${await testApp.caseChat()}`;
  const say = (text: string) => testApp.say('tara', chat, text);
  const toasts = ravi.page.getByRole('status', { name: 'News' });
  // Several messages of one chat share a toast, which says how many they are.
  const toast = toasts.getByText(/^(Tara|\d+ new messages) in Incident #3/);
  await toasts.waitFor({ state: 'attached' });
  // Repeated, because a message that comes before the connection is open has no toast.
  await expect
    .poll(async () => {
      await say('With a toast alone');
      return toast.count();
    })
    .toBeGreaterThan(0);
  await expect.poll(() => asked()).toContain('badge true');
  expect((await asked()).filter((one) => !one.endsWith('badge') && one !== 'badge true')).toEqual([]);

  for (const name of ['Sound', 'Vibration', 'Messages on every screen']) await profile.setting(name).click();
  const other = await ravi.anotherTab();
  await other.open('/profile');
  const there = new ProfilePage(other.page);
  await expect.poll(() => there.setting('Sound').isChecked()).toBe(true);
  await expect.poll(() => there.setting('Messages on every screen').isChecked()).toBe(false);
  // Only one of several tabs makes a sound. The other one is closed, so that this one does.
  await other.page.close();
  await ravi.page.reload();
  await expect.poll(() => profile.setting('Vibration').isChecked()).toBe(true);
  expect(await profile.setting('Messages on every screen').isChecked()).toBe(false);
  await toasts.waitFor({ state: 'attached' });
  // Browsers allow no sound before the member has pressed something.
  await ravi.page.getByRole('heading', { name: 'Settings' }).click();
  await expect
    .poll(async () => {
      await say('With sound and vibration');
      return asked();
    })
    .toEqual(expect.arrayContaining(['vibration 120', 'sound']));
  expect(await toast.count()).toBe(0);

  // Two tabs could make a sound, and one of them does.
  const second = await ravi.anotherTab();
  await second.open('/profile');
  await second.page.getByRole('heading', { name: 'Settings' }).click();
  await second.chat.isConnected();
  const sounds = async () =>
    (await Promise.all([asked(), asked(second.page)])).flat().filter((one) => one === 'sound').length;
  // The tab that makes the sound holds a lock for a while, so that no other tab makes one.
  const isQuiet = () =>
    ravi.page.evaluate(async () => !(await navigator.locks.query()).held?.some(({ name }) => name === 'saathi.alarm'));
  await expect.poll(isQuiet).toBe(true);
  const before = await sounds();
  await say('With one sound');
  await expect.poll(sounds).toBeGreaterThan(before);
  await expect.poll(isQuiet).toBe(true);
  expect(await sounds()).toBe(before + 1);
  await second.page.close();

  await ravi.menu.logOut();
  await ravi.login.isShown();
  await expect.poll(async () => (await asked()).at(-1)).toBe('no badge');
});

it('older notifications come when one scrolls to the end of the list', async () => {
  await testApp.act('captain', 'DELETE', '/api/notifications/all');
  const oldest = await situations.make('REPORTED');
  for (let number = 1; number < 52; number++) await situations.make('REPORTED');
  const kabir = await testApp.returning('captain');
  await kabir.open('/notifications');
  await kabir.page.getByRole('article').first().waitFor();
  // The pointer is over the list, so the wheel scrolls it. Only the visible rows are in the page.
  await kabir.page.getByRole('article').first().hover();
  await expect
    .poll(async () => {
      await kabir.page.mouse.wheel(0, 20_000);
      return kabir.page.locator(`a[href$="/incident/${oldest}"]`).count();
    })
    .toBe(1);
  await kabir.page.getByRole('button', { name: 'Delete All' }).click();
  await kabir.page.getByText(/^All 52 of your notifications will be deleted/).waitFor();
});

it('what was unread is shown after a start without a network, and counted when it returns', async () => {
  const kabir = await testApp.returning('captain');
  const badges = () =>
    Promise.all(
      ['Notifications', 'Global Chat'].map((name) =>
        kabir.page
          .getByRole('navigation', { name: 'Main' })
          .getByRole('link', { name })
          .getByRole('img', { name: / new/ })
          .getAttribute('aria-label'),
      ),
    );
  const countUnread = async () =>
    ((await testApp.read('/api/notifications', 'captain')) as { isRead: boolean }[]).filter(({ isRead }) => !isRead)
      .length;
  await situations.make('REPORTED');
  await testApp.say('ravi', 'gchat', 'Who has a ladder?');
  const unread = await countUnread();
  await kabir.open('/live');
  await expect.poll(badges).toEqual([`${unread} new`, expect.stringMatching(/^\d+ new$/)]);
  await expect.poll(() => knownOf(kabir, 'counts')).toContain(`"notifications":${unread},`);
  const before = await badges();

  // The code of the app still comes; nothing that the server knows does.
  await kabir.context.route(/\/(api|ws)\//, (route) => route.abort());
  const fails = kabir.page.waitForEvent('console', (line) => line.text().includes('notifications CallFailure'));
  await kabir.page.reload();
  await fails;
  expect(await badges()).toEqual(before);
  await situations.make('REPORTED');
  await kabir.setOffline(true);
  await kabir.context.unroute(/\/(api|ws)\//);
  await kabir.setOffline(false);
  await expect.poll(badges).toEqual([`${unread + 1} new`, before[1]]);
});
