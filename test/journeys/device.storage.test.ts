import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import { openTestApp, type Person } from '../kit/browser';
import { passUntil, stopClock } from '../kit/clock';
import { jpeg } from '../kit/media';
import { passAgain } from './calls';
import { MyCasesPage } from './pages/cases';
import { ReportPage } from './pages/report';
import { situationsOf } from './situations';
import { isDraftStored, leaveOnDevice, type Row, rowsOnDevice } from './storedDevice';

const testApp = openTestApp();
const situations = situationsOf(testApp);
let me = '';
beforeAll(async () => {
  me = ((await testApp.read('/api/profile', 'member')) as Profile).id;
});

const said = async (matching: RegExp) =>
  ((await testApp.read('/api/gchat/messages', 'tara')) as Message[])
    .map(({ text }) => text ?? '')
    .filter((text) => matching.test(text));
const waiting = ({ page }: Person, words: string) =>
  page.getByRole('button', { name: /waiting to be sent/ }).filter({ hasText: words });
const tray = ({ page }: Person) => page.getByRole('dialog', { name: 'Waiting to be sent' });

async function atGlobalChat(person: Person): Promise<Person> {
  await person.open('/gchat');
  await person.chat.isUsable();
  await person.media.attach.waitFor();
  return person;
}

/**
 * Opens another tab that holds the database of an earlier version: it does not listen to `versionchange`.
 * @param draft Mira's draft in the global chat, as that version keeps it
 */
async function holdDatabase(person: Person, draft?: Row): Promise<Person> {
  const old = await person.anotherTab();
  await old.page.goto(`${testApp.server.base}/config.json`);
  await old.page.evaluate(
    (row) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('saathi', 2);
        opening.onupgradeneeded = () => {
          const db = opening.result;
          const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
          outbox.createIndex('member', 'userId');
          outbox.createIndex('message', ['userId', 'clientMessageId'], { unique: true });
          const drafts = db.createObjectStore('drafts', { keyPath: ['userId', 'chat'] });
          if (row) drafts.add(row);
          db.createObjectStore('reports', { keyPath: ['userId', 'id'] });
        };
        opening.onsuccess = () => resolve();
        opening.onerror = () => reject(opening.error);
      }),
    draft && { userId: me, chat: 'gchat', draft },
  );
  return old;
}

describe('a database that does not open', () => {
  it('a database that never opens: after 3 s messages are sent from memory, and the member is told to leave the page open', async () => {
    const mira = await testApp.returning('member');
    await mira.page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      // A request that never reports anything.
      IDBFactory.prototype.open = function (this: IDBFactory) {
        const request = open.call(this, 'never', 1);
        request.addEventListener = () => {};
        return request;
      };
    });
    // The three seconds begin with the page. They pass in steps, because everything else needs time, too.
    const { clock } = mira.page;
    await clock.install();
    await stopClock(mira.page);
    let passed = 0;
    const pass = async (ms: number) => {
      await clock.runFor(ms);
      passed += ms;
    };
    const until = async (isSo: () => Promise<boolean>) => {
      passed += await passUntil(mira.page, isSo);
    };
    await mira.open('/gchat');
    await until(() => mira.chat.box.isVisible());
    const connected = mira.page.locator('[data-connection="connected"]');
    await until(async () => (await connected.count()) > 0);
    expect(passed).toBeLessThan(2_000);
    await mira.chat.say('Never one');
    await pass(2_900 - passed);
    expect(await waiting(mira, 'leave this page open').count()).toBe(0);
    expect(await said(/^Never/)).toEqual([]);
    await pass(200);
    await until(async () => (await said(/^Never/)).length === 1);
    await mira.setOffline(true);
    await until(async () => (await connected.count()) === 0);
    await mira.chat.say('Never two');
    await until(() => waiting(mira, '1 message waiting to be sent, leave this page open').isVisible());
    // The second try to read what this device keeps fails, too.
    await pass(6_000);
    await until(() => waiting(mira, 'what is kept cannot be read').isVisible());
    await clock.resume();
    await waiting(mira, '1 message waiting to be sent, leave this page open').click();
    await tray(mira).getByText('This browser cannot read what it has kept').waitFor();
    await tray(mira)
      .getByText('This browser cannot keep one of these: leave this page open until everything is sent.')
      .waitFor();
    await mira.page.keyboard.press('Escape');
    await mira.setOffline(false);
    await mira.chat.isTicked('Never two', 'Sent');
    expect(await said(/^Never/)).toEqual(['Never one', 'Never two']);
  });

  it('a phone that sleeps while it opens: the sleep is no part of the 3 s', async () => {
    const mira = await testApp.returning('member');
    const old = await holdDatabase(mira);
    const lines: string[] = [];
    mira.page.on('console', (line) => lines.push(line.text()));
    const { clock } = mira.page;
    await clock.install();
    await stopClock(mira.page);
    await mira.open('/gchat');
    await passUntil(mira.page, () => mira.chat.box.isVisible());
    // Everything that was due while the phone slept happens once, when it wakes.
    await clock.fastForward(10_000);
    await mira.chat.say('Slept one');
    await old.page.close();
    await clock.resume();
    await mira.chat.isTicked('Slept one', 'Sent');
    expect(lines.filter((line) => line.includes('did not open'))).toEqual([]);
  });

  it('for a while: what is written meanwhile does not replace the stored draft, but is added to it (DECISIONS 250)', async () => {
    const mira = await testApp.returning('member');
    const old = await holdDatabase(mira, { text: 'I am at the old', replyTo: null });
    await mira.page.clock.install();
    await stopClock(mira.page);
    await mira.open('/gchat');
    await passUntil(mira.page, () => mira.chat.box.isVisible());
    await mira.chat.box.fill('bridge');
    // A draft is stored when nothing was typed for 300 ms.
    await mira.page.clock.runFor(400);
    await old.page.close();
    await mira.page.clock.resume();
    await expect.poll(() => mira.chat.box.inputValue()).toBe('I am at the old\nbridge');
  });

  it('for a while and says so at once: the stored draft is there as soon as it opens, with what was written meanwhile', async () => {
    const mira = await testApp.returning('member');
    const draft = { userId: me, chat: 'gchat', draft: { text: 'The dog is', replyTo: null } };
    await leaveOnDevice(mira.page, testApp.server.base, { drafts: [draft] });
    await mira.page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (this: IDBFactory, ...database) {
        if (!('isMended' in window)) throw new DOMException('Internal error opening backing store.', 'UnknownError');
        return open.apply(this, database);
      };
    });
    await atGlobalChat(mira);
    await mira.chat.box.fill('at the bridge');
    await mira.page.getByRole('alert').getByText('This browser cannot keep what you enter here.').waitFor();
    await mira.page.evaluate(() => Object.assign(window, { isMended: true }));
    await expect.poll(() => mira.chat.box.inputValue()).toBe('The dog is\nat the bridge');
    await isDraftStored(mira, 'The dog is\\nat the bridge');
  });

  it('because a tab of an earlier version holds it, is used as soon as that tab is gone', async () => {
    const mira = await testApp.returning('member');
    const old = await holdDatabase(mira);
    await atGlobalChat(mira);
    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    await mira.chat.say('Blocked one');
    await waiting(mira, 'leave this page open').waitFor();
    await mira.setOffline(false);
    await mira.chat.isTicked('Blocked one', 'Sent');
    await waiting(mira, '').waitFor({ state: 'detached' });

    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    await mira.chat.say('Blocked two');
    await waiting(mira, 'leave this page open').waitFor();
    await old.page.close();
    await waiting(mira, 'leave this page open').waitFor({ state: 'detached' });
    expect(await rowsOnDevice(mira.page, me)).toMatchObject({ submissions: 1 });
    await mira.page.close();
    await old.setOffline(false);
    const again = await atGlobalChat(await mira.anotherTab());
    await again.chat.isTicked('Blocked two', 'Sent');
    expect(await said(/^Blocked/)).toEqual(['Blocked one', 'Blocked two']);
  });
});

it('a database that a newer version of the app has upgraded is used if it has all that this version needs', async () => {
  const mira = await testApp.returning('member');
  const draft = { userId: me, chat: 'gchat', draft: { text: 'The crate is in my car', replyTo: null } };
  await leaveOnDevice(mira.page, testApp.server.base, { drafts: [draft] }, 4);
  await mira.open('/gchat');
  await expect.poll(() => mira.chat.box.inputValue()).toBe('The crate is in my car');
});

describe('what waits and is not found in the database any more', () => {
  it('is stored again if the browser has deleted the database under the open page, and goes out once, in order', async () => {
    const mira = await atGlobalChat(await testApp.returning('member'));
    const { page } = mira;
    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    for (const text of ['Wiped one', 'Wiped two']) await mira.chat.say(text);
    await expect.poll(() => rowsOnDevice(page, me)).toMatchObject({ submissions: 2 });
    const devtools = await mira.context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: testApp.server.base, storageTypes: 'indexeddb' });
    // The page makes another one. If the test opened it first, it would be one without stores.
    await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([{ name: 'saathi', version: 3 }]);
    await expect.poll(() => rowsOnDevice(page, me)).toMatchObject({ submissions: 2 });
    await waiting(mira, '2 messages').waitFor();
    await page.close();
    const again = await mira.anotherTab();
    await again.setOffline(false);
    await atGlobalChat(again);
    await again.chat.isTicked('Wiped two', 'Sent');
    await waiting(again, '').waitFor({ state: 'detached' });
    expect(await said(/^Wiped/)).toEqual(['Wiped one', 'Wiped two']);
  });

  it('is not announced as sent if this tab cannot read it any more, because the tab of a newer version has stored it', async () => {
    const mira = await testApp.returning('member');
    const newer = await mira.anotherTab();
    await atGlobalChat(mira);
    const details = { informerName: 'Asha', contactNumber: '9876543210', animalType: 'DOG', description: 'Limps' };
    const submission = {
      id: 'unread',
      kind: 'report',
      queuedAt: Date.parse('2026-03-01T08:00:00Z'),
      status: 'waiting',
      wasTried: false,
      reason: null,
      content: { details: { ...details, location: 'By the well' }, files: [], isNew: true, similar: [] },
    };
    await leaveOnDevice(newer.page, testApp.server.base, { submissions: [{ userId: me, id: 'unread', submission }] });
    const announce = () =>
      newer.page.evaluate((id) => new BroadcastChannel(`saathi.submissions.${id}`).postMessage(null), me);
    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    await announce();
    await mira.page.getByRole('button', { name: /1 report waiting to be sent/ }).waitFor();
    await newer.page.evaluate(
      (row) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('saathi');
          opening.onsuccess = () => {
            const store = opening.result.transaction('submissions', 'readwrite').objectStore('submissions');
            const finding = store.index('submission').getKey([row.userId, row.id]);
            finding.onsuccess = () => {
              store.put({ ...row, seq: finding.result }).onsuccess = () => {
                opening.result.close();
                resolve();
              };
            };
          };
        }),
      { userId: me, id: 'unread', submission: { ...submission, kind: 'telegram' } },
    );
    await announce();
    await mira.page.getByRole('button', { name: /1 set aside/ }).waitFor();
    expect(await mira.page.getByText(/has been sent/).count()).toBe(0);
  });
});

describe('a device that is full', () => {
  it('a full or nearly full device is reported without a connection; persistent storage is asked for once', async () => {
    const mira = await testApp.returning('member');
    await mira.page.addInitScript(() => {
      const asked = window as unknown as { persists: number };
      asked.persists = 0;
      navigator.storage.persist = () => {
        asked.persists++;
        return Promise.resolve(true);
      };
    });
    const devtools = await mira.context.newCDPSession(mira.page);
    const origin = testApp.server.base;
    // The room is taken away before the app runs, because Chromium remembers for half a minute after a write how much room there was.
    await mira.page.goto(`${origin}/config.json`);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await atGlobalChat(mira);
    const persists = () => mira.page.evaluate(() => (window as unknown as { persists: number }).persists);
    const usage = () => mira.page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    expect(await persists()).toBe(0);

    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    // What cannot be stored is noted. The page is left before there is a network, and the next one sends it.
    await mira.chat.say('Full zero');
    await waiting(mira, '1 message waiting to be sent, leave this page open').waitFor();
    await mira.page.route('**/config.json', (route) => route.fulfill({ json: {} }));
    await mira.page.goto(`${origin}/config.json`);
    await passAgain(mira.page, '**/config.json');
    await mira.setOffline(false);
    await atGlobalChat(mira);
    // The tick may come with the fetched history. The message is out of the queue when its echo has come, too.
    await mira.chat.isTicked('Full zero', 'Sent');
    await waiting(mira, '').waitFor({ state: 'detached' });

    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    await mira.chat.box.fill('Full');
    await mira.page.getByRole('alert').getByText('This browser cannot keep what you enter here.').waitFor();
    await mira.media.pick(await jpeg());
    await mira.page
      .getByRole('alert')
      .getByText('This browser cannot keep what is attached: leave this page open until it is sent.')
      .waitFor();
    await mira.media.isReady(1);
    await mira.chat.say('Full one');
    await waiting(mira, '1 message waiting to be sent, leave this page open').click();
    await tray(mira).getByText('This browser cannot keep one of these: leave this page open').waitFor();
    await tray(mira).getByText('Waiting for the connection. Only while this page is open.').waitFor();
    await mira.page.keyboard.press('Escape');

    // Some room again, but little.
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: (await usage()) + 12_900_000 });
    await mira.chat.say('Full two');
    await waiting(mira, 'leave this page open').waitFor({ state: 'detached' });
    await waiting(mira, '2 messages waiting to be sent').click();
    await tray(mira).getByText('There is little room left on this device: 12 MB.').waitFor();
    await mira.page.keyboard.press('Escape');
    expect(await persists()).toBe(1);

    await devtools.send('Storage.overrideQuotaForOrigin', { origin });
    await mira.page.close();
    await mira.setOffline(false);
    const again = await atGlobalChat(await mira.anotherTab());
    for (const text of ['Full one', 'Full two']) await again.chat.isTicked(text, 'Sent');
    expect(await said(/^Full/)).toEqual(['Full zero', 'Full one', 'Full two']);
  });

  it('is told in the forms of a report, a note and a completion, until there is room again', async () => {
    const noted = await situations.make('ONGOING');
    const completed = await situations.make('IN_PROGRESS');
    const mira = await testApp.returning('member');
    const { page } = mira;
    const devtools = await mira.context.newCDPSession(page);
    const origin = testApp.server.base;
    const room = (quotaSize?: number) =>
      devtools.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize !== undefined && { quotaSize }) });
    const warning = page
      .getByRole('alert')
      .getByText('This browser cannot keep what you enter here. It is lost if you leave before it is sent.');
    const note = page.getByRole('dialog', { name: 'Add Photo or Note' }).getByLabel('Note', { exact: true });
    const myCases = new MyCasesPage(page);
    const forms = [
      { path: '/report', field: new ReportPage(page).field('Description'), opens: async () => {} },
      {
        path: `/incident/${noted}`,
        field: note,
        opens: () => page.getByRole('button', { name: 'Add Photo or Note' }).click(),
      },
      { path: '/my-cases', field: myCases.notes, opens: () => myCases.finish(completed) },
    ];
    // The room is taken away before the app runs, because Chromium remembers for half a minute after a write how much room there was.
    await page.goto(`${origin}/config.json`);
    await room(1);
    for (const { path, field, opens } of forms) {
      await mira.open(path);
      await opens();
      await field.fill('It limps.');
      await warning.waitFor();
    }
    await room();
    await myCases.notes.fill('It limps, and bleeds: /my-cases');
    await warning.waitFor({ state: 'detached' });
    for (const { path, field, opens } of forms.toReversed()) {
      const text = `It limps, and bleeds: ${path}`;
      if (path !== '/my-cases') {
        await mira.open(path);
        await opens();
        await field.fill(text);
      }
      await isDraftStored(mira, text);
      await page.reload();
      await opens();
      await expect.poll(() => field.inputValue()).toBe(text);
      expect(await warning.count()).toBe(0);
    }
  });
});
