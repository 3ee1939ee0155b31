import { describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { shows } from '../kit/momentary';
import { allowPush, workerOf } from '../kit/pushBrowser';
import { ProfilePage } from './pages/profile';
import { situationsOf } from './situations';

const testApp = openTestApp();
const options = { serviceWorkers: 'allow' } as const;
const { assigned } = situationsOf(testApp);

/** The address of the subscription that the browser has; null if it has none. */
const endpointOf = ({ page }: Person): Promise<string | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('test.subscription') ?? 'null')?.endpoint ?? null);
/** What the device notes about whose push messages it shows; null if nothing. */
const noteOn = ({ page }: Person): Promise<string | null> =>
  page.evaluate(async () => (await (await caches.open('saathi.push')).match('push-device'))?.text() ?? null);

describe('push messages', () => {
  it('come only after the member enables them, are shown only to that member, lead to their page, and end with the session', async () => {
    const mira = await testApp.visitor(options);
    const { page, context } = mira;
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/subscribe$|sw\.js$/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
    });
    await allowPush(page);
    await mira.open('/login');
    await mira.login.logIn('member');
    await mira.isAt('/chat');
    await mira.open('/profile');
    const profile = new ProfilePage(page);
    await profile.enableNotifications.waitFor();
    await shows(page, 'Notifications enabled!', () => profile.enableNotifications.click());
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/notifications/subscribe']);
    const endpoint = await endpointOf(mira);
    const { headers } = await fetch(`${testApp.server.base}/sw.js`);
    expect(headers.get('cache-control')).toBe('no-cache');

    const { id } = (await testApp.read('/api/profile', 'member')) as { id: string };
    const worker = await workerOf(page, context);
    const message = {
      memberId: id,
      title: 'Incident',
      body: 'You have been assigned.',
      path: '/#/incident/3',
      tag: 'i3',
    };
    // The app in front tells its member the news itself, but only what has come to it: a connection may be dead and look open.
    await page.getByRole('status', { name: 'News' }).waitFor({ state: 'attached' });
    await mira.chat.isConnected();
    await assigned('Mira');
    const [newest] = (await testApp.read('/api/notifications', 'member')) as { id: string }[];
    const tag = `notification-${newest?.id}`;
    await expect.poll(() => worker.isTold(id, tag)).toBe(true);
    expect(await worker.isTold('999999', tag)).toBe(false);
    expect(await worker.isTold(id, 'notification-999999')).toBe(false);
    await page.evaluate(() => {
      const asked = new Promise((heard) => navigator.serviceWorker.addEventListener('message', heard, { once: true }));
      Object.assign(window, { asked });
    });
    await worker.push(JSON.stringify({ ...message, tag, body: 'Told in the app.' }));
    await page.evaluate(async () => {
      await (window as unknown as { asked: Promise<unknown> }).asked;
    });
    await worker.push(JSON.stringify(message));
    await expect
      .poll(() => worker.shown())
      .toEqual([
        { title: 'Incident', body: 'You have been assigned.', tag: 'i3', data: { path: '#/incident/3', memberId: id } },
      ]);
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
    // The rules workbench is no tab of the app, although it lies beside it and is in front.
    const workbench = await context.newPage();
    await workbench.goto(`${testApp.server.base}/inspector.html`);
    const benchAddress = workbench.url();
    await worker.press();
    await mira.isAt('/incident/3');
    expect(context.pages().filter((tab) => tab.url().includes('/#/'))).toHaveLength(1);
    expect(workbench.url()).toBe(benchAddress);
    await workbench.close();
    expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);

    // On a shared phone nothing personal is shown for a message that is for somebody else or cannot be read.
    const nothing = {
      title: 'You have news',
      body: 'Sign in to see what is new.',
      tag: 'sign-in',
      data: { path: '#/notifications', memberId: null },
    };
    await worker.push(JSON.stringify({ ...message, memberId: '999999' }));
    await worker.push('no JSON');
    await expect.poll(() => worker.shown()).toEqual([expect.anything(), nothing, nothing]);

    // After a reload the page knows that this device is subscribed, and tells the server again, which may have lost the subscription.
    await mira.open('/profile');
    const again = page.waitForRequest((request) => request.method() === 'POST' && /subscribe$/.test(request.url()));
    await page.reload();
    await profile.turnNotificationsOff.waitFor();
    expect((await again).postDataJSON()).toMatchObject({ endpoint: await endpointOf(mira) });
    expect(await endpointOf(mira)).toBe(endpoint);

    const ended = page.waitForRequest((request) => request.method() === 'DELETE' && /subscribe$/.test(request.url()));
    await page.evaluate(() => {
      const notice = { close: () => localStorage.setItem('test.closed', 'yes') };
      Object.assign(ServiceWorkerRegistration.prototype, { getNotifications: async () => [notice] });
    });
    await mira.menu.logOut();
    await mira.login.isShown();
    expect((await (await ended).response())?.status()).toBeLessThan(300);
    await expect.poll(() => endpointOf(mira)).toBe(null);
    // The member has logged out, so the device does not even know that they wanted push messages.
    expect(await noteOn(mira)).toBe(null);
    expect(await page.evaluate(() => localStorage.getItem('test.closed'))).toBe('yes');
    await worker.push(JSON.stringify(message));
    await expect.poll(async () => (await worker.shown()).at(-1)).toEqual(nothing);
    // A press still leads to the page, after the login.
    await worker.press();
    await expect.poll(() => page.url()).toContain('to=%2Fnotifications');
    await mira.login.logIn('ravi');
    await mira.isAt('/notifications');
    await mira.open('/profile');
    await profile.enableNotifications.waitFor();
    // A notice for the member before that is still shown does not lead to what it was about.
    await worker.press(0);
    await mira.isAt('/notifications');
  });

  it('are subscribed to again if the browser has dropped its subscription, and at the next login of this member if the session expires', async () => {
    const tara = await testApp.visitor(options);
    await tara.page.clock.install();
    await allowPush(tara.page);
    await tara.open('/login');
    await tara.login.logIn('tara');
    await tara.isAt('/chat');
    await tara.open('/profile');
    const profile = new ProfilePage(tara.page);
    // The browser never answers. After the time limit the button works again, and no tab waits for the answer.
    const begun = await tara.page.evaluateHandle(() => {
      const { subscribe } = PushManager.prototype;
      return {
        waiting: new Promise<void>((resolve) => {
          PushManager.prototype.subscribe = () => {
            resolve();
            return new Promise(() => {});
          };
        }),
        answer: () => Object.assign(PushManager.prototype, { subscribe }),
      };
    });
    await profile.enableNotifications.click();
    await begun.evaluate(({ waiting }) => waiting);
    await shows(tara.page, 'Failed to enable notifications. Please try again.', () =>
      tara.page.clock.fastForward(60_000),
    );
    await begun.evaluate(({ answer }) => void answer());
    await shows(tara.page, 'Notifications enabled!', () => profile.enableNotifications.click());
    await tara.page.evaluate(() => localStorage.removeItem('test.subscription'));
    const anew = tara.page.waitForRequest((request) => request.method() === 'POST' && /subscribe$/.test(request.url()));
    await tara.page.reload();
    expect((await (await anew).response())?.status()).toBeLessThan(300);
    await expect.poll(() => endpointOf(tara)).not.toBe(null);
    await profile.turnNotificationsOff.click();
    await shows(tara.page, 'Notifications enabled!', () => profile.enableNotifications.click());
    // The device sleeps for more than the seven days that a login lasts.
    const expire = async (wake: () => Promise<unknown>) => {
      await tara.page.clock.setSystemTime(Date.now() + 8 * 24 * 3_600_000);
      await wake();
      await tara.login.isShown();
      await expect.poll(() => endpointOf(tara)).toBe(null);
      await tara.page.clock.setSystemTime(Date.now());
    };
    await expire(() => tara.page.evaluate(() => window.dispatchEvent(new Event('pageshow'))));
    await tara.login.logIn('tara');
    await expect.poll(() => endpointOf(tara)).not.toBe(null);
    // With a full disk nothing can be noted. Then they are off, and not taken for expired for ever.
    const fill = () =>
      tara.page.evaluate(() => {
        Cache.prototype.put = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
      });
    await fill();
    await expire(() => tara.page.evaluate(() => window.dispatchEvent(new Event('pageshow'))));
    expect(await noteOn(tara)).toBe(null);
    await tara.login.logIn('tara');
    await profile.enableNotifications.waitFor();
    await tara.page.reload();
    await shows(tara.page, 'Notifications enabled!', () => profile.enableNotifications.click());
    await tara.page.addInitScript(() => {
      const { put } = Cache.prototype;
      Cache.prototype.put = function (this: Cache, ...entry) {
        const isFull = localStorage.getItem('test.isFull') !== null;
        return isFull
          ? Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'))
          : put.apply(this, entry);
      };
    });
    await tara.page.evaluate(() => localStorage.setItem('test.isFull', ''));
    await tara.page.reload();
    await expect.poll(() => endpointOf(tara)).toBe(null);
    expect(await noteOn(tara)).toBe(null);
    await tara.page.evaluate(() => localStorage.removeItem('test.isFull'));
    await tara.page.reload();
    await shows(tara.page, 'Notifications enabled!', () => profile.enableNotifications.click());
    // After the login of somebody else the device does not know any more what she wanted.
    await expire(() => tara.page.reload());
    expect(await noteOn(tara)).not.toBe(null);
    await tara.login.logIn('ravi');
    await expect.poll(() => noteOn(tara)).toBe(null);
    expect(await endpointOf(tara)).toBe(null);
  });

  it('are offered on Notifications and My Cases; the browser asks only after a press, and a closed offer stays away', async () => {
    const tara = await testApp.visitor(options);
    const { page } = tara;
    await allowPush(page);
    // The browser has not asked yet, and counts its questions.
    await page.addInitScript(() => {
      Object.assign(window, { asked: 0 });
      const ask = Notification.requestPermission.bind(Notification);
      Object.defineProperty(Notification, 'permission', {
        get: () => (localStorage.getItem('test.subscription') === null ? 'default' : 'granted'),
      });
      Notification.requestPermission = () => {
        Object.assign(window, { asked: 1 });
        return ask();
      };
    });
    const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
    const offer = page.getByRole('region', { name: 'Push notifications' });
    await tara.open('/login');
    await tara.login.logIn('tara');
    await tara.isAt('/chat');
    await tara.open('/my-cases');
    await offer.getByText('Get told even when the app is closed.').waitFor();
    await tara.open('/notifications');
    // Before that the offer is still the one of My Cases, which goes away with it.
    await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor();
    await offer.getByRole('button', { name: 'Turn on' }).waitFor();
    expect(await asked()).toBe(0);
    await shows(page, 'Notifications enabled!', () => offer.getByRole('button', { name: 'Turn on' }).click());
    expect(await asked()).toBe(1);
    await offer.waitFor({ state: 'detached' });

    // Turned off again, it is offered again, until it is closed.
    await tara.open('/profile');
    await new ProfilePage(page).turnNotificationsOff.click();
    await new ProfilePage(page).enableNotifications.waitFor();
    await tara.open('/my-cases');
    await offer.getByRole('button', { name: 'Close' }).click();
    await offer.waitFor({ state: 'detached' });
    await tara.open('/notifications');
    await page.reload();
    // The list takes a call of the server, so it is shown later than an offer.
    await page.getByRole('article').or(page.getByText('No notifications')).first().waitFor();
    expect(await offer.count()).toBe(0);
  });

  it("of the next member stay if the session of the one before ends late, in a tab that slept; they end with 'Forget this device'", async () => {
    const ravi = await testApp.visitor(options);
    const { page } = ravi;
    const enable = async () => {
      await ravi.login.logIn('ravi');
      await ravi.isAt('/chat');
      await ravi.open('/profile');
      await shows(page, 'Notifications enabled!', () => new ProfilePage(page).enableNotifications.click());
    };
    await allowPush(page);
    await ravi.open('/login');
    await enable();
    // Another tab has subscribed for the next member meanwhile.
    await page.evaluate(async () => {
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) {
          const note = await (await caches.match(request))?.json().catch(() => null);
          if (note?.memberId) await (await caches.open(name)).put(request, Response.json({ ...note, memberId: '99' }));
        }
    });
    await ravi.menu.logOut();
    await ravi.login.isShown();
    await page.evaluate(() => navigator.locks.request('saathi.push', () => {}));
    expect(await endpointOf(ravi)).not.toBe(null);

    await page.evaluate(() => localStorage.removeItem('test.subscription'));
    await enable();
    const ended = page.waitForRequest((request) => request.method() === 'DELETE' && /subscribe$/.test(request.url()));
    await page.getByRole('button', { name: 'Forget this device' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete and log out' }).click();
    await ravi.login.isShown();
    expect((await (await ended).response())?.status()).toBeLessThan(300);
    await expect.poll(() => endpointOf(ravi)).toBe(null);
  });

  it('say why they cannot be enabled: the member, the server, the organisation or the browser', async () => {
    const mira = await testApp.returning('member', options);
    const { page } = mira;
    const profile = new ProfilePage(page);
    // Safari on an iPhone could, if the member knew how.
    const wayOnIPhones = page.getByText('once the app is opened from its Home Screen');
    const fails = async (text: string) => {
      await shows(page, text, () => profile.enableNotifications.click());
      await profile.enableNotifications.waitFor();
      expect(await endpointOf(mira)).toBe(null);
    };
    await allowPush(page);
    await mira.open('/profile');
    await profile.enableNotifications.waitFor();
    expect(await wayOnIPhones.isVisible()).toBe(false);
    await page.route('**/api/notifications/subscribe', (route) => route.fulfill({ status: 500, json: {} }));
    await fails('Failed to enable notifications. Please try again.');
    await page.route('**/vapid-public-key', (route) => route.fulfill({ status: 404, json: {} }));
    await fails('Push notifications are not set up for this organisation.');
    await page.evaluate(() => {
      Notification.requestPermission = async () => 'denied';
    });
    await fails('Permission was not granted. Notifications will be disabled.');

    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await page.reload();
    await profile.enableNotifications.waitFor();
    expect(await wayOnIPhones.isVisible()).toBe(true);
    await fails('Push notifications are not supported by this browser.');
  });
});
