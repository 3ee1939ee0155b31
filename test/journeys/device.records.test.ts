import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import { openTestApp, type Person } from '../kit/browser';
import { knownOf } from './device';
import { MyCasesPage } from './pages/cases';
import { situationsOf } from './situations';
import { leaveOnDevice, type Row, rowsOnDevice } from './storedDevice';

const testApp = openTestApp();
const situations = situationsOf(testApp);
let me = '';
beforeAll(async () => {
  me = ((await testApp.read('/api/profile', 'member')) as Profile).id;
});

/** A message as this version keeps it (S1 §7, "SEND"); `change` says what is wrong with it. */
const message = (id: string, change: Row = {}, content: Row = {}, body: Row = {}): Row => ({
  userId: me,
  id,
  submission: {
    id,
    kind: 'message',
    queuedAt: Date.parse('2026-03-01T08:00:00Z'),
    status: 'waiting',
    wasTried: false,
    reason: null,
    content: {
      chat: { kind: 'global' },
      chatName: 'Global Chat',
      body: {
        text: `Says ${id}`,
        clientMessageId: id,
        parentMessageId: null,
        mediaUrl: null,
        mediaType: null,
        ...body,
      },
      media: null,
      ...content,
    },
    ...change,
  },
});
const report = (id: string, details: Row): Row => ({
  userId: me,
  id,
  submission: {
    id,
    kind: 'report',
    queuedAt: Date.parse('2026-03-01T08:00:00Z'),
    status: 'waiting',
    wasTried: false,
    reason: null,
    content: { details, files: [], isNew: true, similar: [] },
  },
});
/** A note that the server has refused, with a photo. */
const refusedNote = (): Row => ({
  userId: me,
  id: 'note',
  submission: {
    id: 'note',
    kind: 'note',
    queuedAt: Date.parse('2026-03-01T08:00:00Z'),
    status: 'refused',
    wasTried: true,
    reason: 'The incident was deleted.',
    content: { incidentId: '7', label: 'Dog, MG Road', text: 'It limps.', files: [{ file: 'leg.jpg' }] },
  },
});
const place = 'Under the banyan by the old well';
const details = {
  informerName: 'Asha',
  contactNumber: '9876543210',
  animalType: 'DOG',
  description: 'Limps',
  location: place,
};

/** Malformed rows, each in another way. None may block or lose other rows. */
const malformed = (): readonly Row[] => [
  { userId: me, id: 'bare' },
  { userId: me, id: 'empty', submission: {} },
  { userId: me, id: 'null', submission: null },
  { userId: me, id: 'text', submission: 'a message' },
  message('no-chat', {}, { chat: undefined }),
  message('no-body', {}, { body: undefined }),
  message('no-time', { queuedAt: undefined }),
  message('late', { queuedAt: 1e20 }),
  message('object', {}, {}, { text: { says: 'hello' } }),
  message('no-blob', {}, { media: { name: 'dog.jpg' } }),
  { ...message('one-key'), id: 'another-key' },
  message('other-id', {}, {}, { clientMessageId: 'not-its-id' }),
  message('kindless', { kind: 'telegram' }),
  report('no-details', {}),
];

const said = async (matching: RegExp) =>
  ((await testApp.read('/api/gchat/messages', 'tara')) as Message[])
    .map(({ text }) => text ?? '')
    .filter((text) => matching.test(text));
const reported = async () =>
  ((await testApp.read('/api/incidents/live', 'captain')) as { location: string }[]).filter(
    ({ location }) => location === place,
  ).length;
const setAside = ({ page }: Person) => page.getByRole('button', { name: /set aside/ });
const tray = ({ page }: Person) => page.getByRole('dialog', { name: 'Waiting to be sent' });

describe('a record of this device that cannot be read', () => {
  it('is reported and stays, whatever is wrong with it; everything else goes on and is sent, in order', async () => {
    const rows = malformed();
    const mira = await testApp.returning('member');
    const half = rows.length / 2;
    await leaveOnDevice(mira.page, testApp.server.base, {
      submissions: [
        message('first'),
        ...rows.slice(0, half),
        message('second'),
        report('good-report', details),
        ...rows.slice(half),
        message('third'),
        refusedNote(),
      ],
    });
    await mira.open('/gchat');
    await mira.chat.isUsable();
    await setAside(mira).filter({ hasText: '14 set aside' }).waitFor();
    await expect.poll(() => said(/^Says/)).toEqual(['Says first', 'Says second', 'Says third']);
    await expect.poll(reported).toBe(1);
    await mira.chat.say('Says a fourth');
    await mira.chat.isTicked('Says a fourth', 'Sent');

    for (const [route, heading] of [
      ['/chat', 'Hello, Mira!'],
      ['/report', 'Report an Incident'],
      ['/my-cases', 'My Active Cases'],
    ] as const) {
      await mira.open(route);
      await mira.page.getByRole('heading', { name: heading }).first().waitFor();
    }

    await setAside(mira).click();
    const note = tray(mira).getByRole('listitem').filter({ hasText: 'Note: Dog' });
    await expect.poll(() => note.getByRole('button').allInnerTexts()).toEqual(['Retry', 'Save a copy', 'Delete']);
    const [noted] = await Promise.all([
      mira.page.waitForEvent('download'),
      note.getByRole('button', { name: 'Save a copy' }).click(),
    ]);
    expect(noted.suggestedFilename()).toBe('saathi-note.json');
    expect(await readFile(await noted.path(), 'utf8')).toMatch(/It limps\.[\s\S]*data:image\/jpeg;base64,/);
    const records = tray(mira).getByRole('listitem').filter({ hasNotText: 'Note: Dog' });
    await expect.poll(() => records.count()).toBe(14);
    await records.first().getByText('Something kept on this device cannot be read').waitFor();
    const mixedUp = records.nth(8);
    await mixedUp.getByText('Something kept on this device cannot be read: message').waitFor();
    const [copy] = await Promise.all([
      mira.page.waitForEvent('download'),
      mixedUp.getByRole('button', { name: 'Save a copy' }).click(),
    ]);
    expect(copy.suggestedFilename()).toBe('saathi-message.json');
    expect(JSON.parse(await readFile(await copy.path(), 'utf8'))).toMatchObject({
      userId: me,
      submission: { content: { body: { text: { says: 'hello' } } } },
    });
    await mixedUp.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => records.count()).toBe(13);
    await mira.page.reload();
    await setAside(mira).filter({ hasText: '13 set aside' }).waitFor();
    expect(await rowsOnDevice(mira.page, me)).toMatchObject({ submissions: 14, quarantine: 0, drafts: 0 });
    expect(await said(/^Says/)).toEqual(['Says first', 'Says second', 'Says third', 'Says a fourth']);
    expect(await reported()).toBe(1);
  });

  it('by the browser itself leaves a note; the others are read one by one', async () => {
    const mira = await testApp.returning('member');
    await leaveOnDevice(mira.page, testApp.server.base, {
      submissions: [message('before'), message('lost'), message('after')],
    });
    // This is what Chromium does if the file of a large value is gone.
    await mira.page.addInitScript(() => {
      const gone = () => new DOMException('Failed to read large IndexedDB value', 'NotReadableError');
      IDBIndex.prototype.getAll = () => {
        throw gone();
      };
      const { get } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.get = function (this: IDBObjectStore, key) {
        if (this.name === 'submissions' && key === 2) throw gone();
        return get.call(this, key);
      };
    });
    await mira.open('/gchat');
    await setAside(mira).filter({ hasText: '1 set aside' }).waitFor();
    await expect.poll(() => said(/^Says (before|lost|after)/)).toEqual(['Says before', 'Says after']);
    await setAside(mira).click();
    const record = tray(mira).getByRole('listitem');
    await record.getByText('Something kept on this device cannot be read').waitFor();
    await expect.poll(() => record.getByRole('button').allInnerTexts()).toEqual(['Delete']);
    await record.getByRole('button', { name: 'Delete' }).click();
    await tray(mira).getByText('Everything has been sent.').waitFor();
  });

  it('a malformed draft is set aside, and its chat or form starts empty', async () => {
    const incidentId = await situations.make('IN_PROGRESS');
    const cases = (await testApp.read('/api/cases/my-cases', 'member')) as { incidentId: string; caseId: string }[];
    const caseId = cases.find((one) => String(one.incidentId) === incidentId)?.caseId;
    const mira = await testApp.returning('member');
    await leaveOnDevice(mira.page, testApp.server.base, {
      drafts: [
        { userId: me, chat: 'gchat', draft: { text: 7, replyTo: 'nobody' } },
        { userId: me, chat: 'files/gchat/1', draft: { text: 'No file' } },
        { userId: me, chat: 'report', draft: { location: null } },
        { userId: me, chat: 'report/photos', draft: [{}, { file: 'dog.jpg' }] },
        { userId: me, chat: `completion/${caseId}`, draft: { notes: ['Treated'], files: [], wasTried: false } },
      ],
    });
    await mira.open('/gchat');
    await mira.chat.isUsable();
    await setAside(mira).filter({ hasText: '2 set aside' }).waitFor();
    expect(await mira.chat.box.inputValue()).toBe('');
    await mira.chat.write('A new draft');
    await mira.open('/report');
    await setAside(mira).filter({ hasText: '4 set aside' }).waitFor();
    expect(await mira.page.getByLabel('Location', { exact: true }).inputValue()).toBe('');
    await mira.open('/my-cases');
    const page = new MyCasesPage(mira.page);
    await page.finish(incidentId);
    await expect.poll(() => rowsOnDevice(mira.page, me)).toMatchObject({ quarantine: 5 });
    expect(await page.notes.inputValue()).toBe('');
    await mira.open('/gchat');
    await expect.poll(() => mira.chat.box.inputValue()).toBe('A new draft');
  });

  it('a draft that the browser cannot read is reported, can be tried again, and is not overwritten', async () => {
    const mira = await testApp.returning('member');
    await leaveOnDevice(mira.page, testApp.server.base, {
      drafts: [{ userId: me, chat: 'gchat', draft: { text: 'Half a sentence', replyTo: null } }],
    });
    await mira.page.addInitScript(() => {
      const { get } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.get = function (this: IDBObjectStore, key) {
        if (this.name === 'drafts' && !('isMended' in window))
          throw new DOMException('Failed to read large IndexedDB value', 'NotReadableError');
        return get.call(this, key);
      };
    });
    await mira.open('/gchat');
    await mira.chat.isUsable();
    const notRead = mira.page.getByRole('button', { name: /1 not read/ });
    await notRead.click();
    const record = tray(mira).getByRole('listitem');
    await record.getByText('This browser does not give back what you had written').waitFor();
    await expect.poll(() => record.getByRole('button').allInnerTexts()).toEqual(['Try again', 'Delete']);
    await record.getByRole('button', { name: 'Try again' }).click();
    await record.getByText('What you write in its place replaces it').waitFor();
    await mira.page.evaluate(() => Object.assign(window, { isMended: true }));
    await record.getByRole('button', { name: 'Try again' }).click();
    await tray(mira).getByText('Everything has been sent.').waitFor();
    await mira.page.keyboard.press('Escape');
    await expect.poll(() => mira.chat.box.inputValue()).toBe('Half a sentence');
    await notRead.waitFor({ state: 'detached' });
  });

  it("a malformed record in the quarantine or in the copies of the server's data breaks no screen", async () => {
    const mira = await testApp.returning('member');
    await leaveOnDevice(mira.page, testApp.server.base, {
      quarantine: [
        { userId: me, what: { says: 'hello' }, foundAt: 1e20, record: { kept: 'so' } },
        { userId: me, what: 'message', foundAt: 'yesterday' },
      ],
      known: [
        { userId: me, key: 'cases', value: { cases: 7 } },
        { userId: me, key: 'kit', value: 'gloves' },
      ],
    });
    await mira.page.route('**/api/cases/my-cases', (route) => route.abort());
    await mira.page.route('**/api/first-aid-kit/**', (route) => route.abort());
    await mira.open('/my-cases');
    await setAside(mira).filter({ hasText: '2 set aside' }).click();
    const records = tray(mira).getByRole('listitem');
    await records.nth(1).getByText('Something kept on this device cannot be read: message').waitFor();
    const [copy] = await Promise.all([
      mira.page.waitForEvent('download'),
      records.first().getByRole('button', { name: 'Save a copy' }).click(),
    ]);
    expect(JSON.parse(await readFile(await copy.path(), 'utf8'))).toEqual({ kept: 'so' });
    await mira.page.keyboard.press('Escape');
    await mira.page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await mira.open(`/profile/first-aid-kit/${me}`);
    await mira.page.getByText('Failed to fetch all necessary data.').first().waitFor();
    // The unusable copies are gone, and only newer answers of the server are kept.
    await expect.poll(() => knownOf(mira)).toContain('profile');
    await expect
      .poll(async () => {
        const known = await knownOf(mira);
        return ['cases', 'kit'].filter((key) => known.includes(key));
      })
      .toEqual([]);
    expect(await rowsOnDevice(mira.page, me)).toMatchObject({ quarantine: 2 });
  });

  it('and is a submission stays in its place, for the tab of a newer version that has stored it, unless it is deleted', async () => {
    const mira = await testApp.returning('member');
    const [other, newer] = [await mira.anotherTab(), await mira.anotherTab()];
    for (const tab of [mira, other]) {
      await tab.open('/gchat');
      await tab.chat.isUsable();
    }
    await leaveOnDevice(newer.page, testApp.server.base, { submissions: [message('newer', { kind: 'telegram' })] });
    await newer.page.evaluate((id) => new BroadcastChannel(`saathi.submissions.${id}`).postMessage(null), me);
    for (const tab of [mira, other]) await setAside(tab).filter({ hasText: '1 set aside' }).waitFor();
    expect(await rowsOnDevice(mira.page, me)).toMatchObject({ submissions: 1, quarantine: 0 });
    await setAside(mira).click();
    await tray(mira).getByRole('button', { name: 'Delete', exact: true }).click();
    for (const tab of [mira, other]) await setAside(tab).waitFor({ state: 'detached' });
    expect(await rowsOnDevice(mira.page, me)).toMatchObject({ submissions: 0, quarantine: 0 });
  });

  it('and was a token leads to the login', async () => {
    const somebody = await testApp.visitor();
    for (const token of ['{}', `e30.${Buffer.from('{"exp":"soon"}').toString('base64url')}.x`]) {
      await somebody.page.goto(`${testApp.server.base}/config.json`);
      await somebody.page.evaluate((kept) => localStorage.setItem('token', kept), token);
      await somebody.open('/chat');
      await somebody.login.isShown();
    }
    await somebody.login.logIn('ravi');
    await somebody.isAt('/chat');
  });
});

it('every screen says that something was not sent, and the tray says since when', async () => {
  const sara = ((await testApp.read('/api/profile', 'superadmin')) as Profile).id;
  const incidentId = await situations.make('IN_PROGRESS');
  const person = await testApp.returning('superadmin');
  const refused = { status: 'refused', reason: 'The case is closed.' };
  await leaveOnDevice(person.page, testApp.server.base, {
    submissions: [
      { ...message('a-refusal', { ...refused, queuedAt: Date.parse('2025-03-10T12:00:00Z') }), userId: sara },
    ],
  });
  /** Every route of a signed-in member, and the heading of its screen. */
  const screens = {
    '/gchat': 'Global Chat',
    '/chat': 'Hello, Sara!',
    '/chat/$chatId': 'Incident #',
    '/my-cases': 'My Active Cases',
    '/live': 'Live Incidents',
    '/incident/$incidentId': `Incident #${incidentId}`,
    '/incident/$incidentId/update': 'Update Incident',
    '/incident/$incidentId/media': 'Media of Incident',
    '/incident/$incidentId/assign': 'Assign Team',
    '/search': 'Search',
    '/share': 'Shared',
    '/report': 'Report an Incident',
    '/leaderboard': 'Leaderboard',
    '/adoptions': 'Adoptions',
    '/events': 'Events',
    '/volunteers': 'Volunteers',
    '/volunteer/$volunteerId': 'Admin Controls',
    '/approvals': 'Approvals',
    '/profile': 'Profile',
    '/profile/first-aid-kit/$userId': 'My First-Aid Kit',
    '/inventory': 'Inventory',
    '/notifications': 'Notifications',
    '/superadmin': 'Super Admin',
    '/superadmin/audit': 'Audit Log',
  };
  const paths = [...readFileSync('src/views/router.tsx', 'utf8').matchAll(/path: '(\/[^']+)'/g)].map(
    ([, path]) => path,
  );
  expect(Object.keys(screens).sort()).toEqual(paths.filter((path) => path !== '/login' && path !== '/signup').sort());
  const ids = { chatId: await testApp.caseChat(), incidentId, volunteerId: me, userId: sara };
  for (const [path, heading] of Object.entries(screens)) {
    await person.open(path.replace(/\$(\w+)/g, (_, name: keyof typeof ids) => ids[name]));
    await person.page.getByRole('heading', { name: heading }).first().waitFor();
    await person.tray.bar.click();
    const since = person.tray.waiting.getByRole('time');
    // In the zone of this browser it may be the 11th.
    expect(await since.innerText(), path).toMatch(/^1[01] March 2025, \d/);
    await person.page.keyboard.press('Escape');
    await person.tray.panel.waitFor({ state: 'detached' });
  }
});
