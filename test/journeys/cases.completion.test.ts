import { describe, expect, it } from 'vitest';
import type { IncidentHistory } from '../../src/contract/incidents';
import { openTestApp, type Person, type TestApp } from '../kit/browser';
import { recordings } from '../kit/media';
import { MyCasesPage } from './pages/cases';
import { photo, rescuesOf } from './rescues';

const CLOSE = '**/api/cases/*/close';
const FAILED = 'Failed to complete the case.';

const testApp = openTestApp();
const rescues = rescuesOf(testApp);

const bridge = { geolocation: { latitude: 18.52, longitude: 73.85 }, permissions: ['geolocation'] };
const clip = {
  name: 'dog.webm',
  mimeType: 'video/webm',
  buffer: Buffer.from(recordings.clipWebm.content),
};

/** Mira has the completion dialog of her and Ravi's case open. */
async function finishing(options: Parameters<TestApp['returning']>[1] = bridge) {
  const incidentId = await rescues.begun('Mira', 'Ravi');
  const mira = await testApp.returning('member', options);
  await mira.open('/my-cases');
  const cases = new MyCasesPage(mira.page);
  await cases.finish(incidentId);
  return { mira, cases, incidentId };
}
/** Records the Idempotency-Key of each completion request. */
function keysOf({ page }: Person) {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (/\/api\/cases\/.+\/close$/.test(request.url())) keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

/** The notes of completions that are in the store of this browser as sent and not answered; its database is made on first use. */
const unansweredNotes = ({ page }: Person) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'saathi')) return [];
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const store = await answer(indexedDB.open('saathi'));
    const rows = await answer(store.transaction('drafts').objectStore('drafts').getAll());
    store.close();
    return rows.filter(({ draft }) => draft.unanswered).map(({ draft }) => draft.notes);
  });

/** Records the forms that the page sends, inside the page: Playwright cannot read their content. */
async function formsOf({ page }: Person) {
  await page.evaluate(() => {
    const forms: { details: string; files: string[] }[] = [];
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      send.call(this, body);
      const form = body as FormData;
      const files = form.getAll('mediaFiles').map((file) => (file as File).name);
      void (form.get('details') as File).text().then((details) => forms.push({ details, files }));
    };
    Object.assign(window, { forms });
  });
  return async () => {
    const forms = await page.evaluate(
      () => (window as unknown as { forms: { details: string; files: string[] }[] }).forms,
    );
    return forms.map(({ details, files }) => ({ details: JSON.parse(details) as unknown, files }));
  };
}

describe('a case that is done', () => {
  it('needs notes, and asks for them', async () => {
    const { cases } = await finishing();
    await cases.complete.click();
    await cases.says('Resolution notes are required.');
    await cases.copy.click();
    await cases.says('Please write the resolution notes before copying.');
    await cases.notes.fill('Healed.');
    await cases.saysNoMore('Resolution notes are required.');
  });

  it('can be copied for a report, and says so for 2 s', async () => {
    const { mira, cases, incidentId } = await finishing({ permissions: ['clipboard-read', 'clipboard-write'] });
    await cases.notes.fill('Healed.');
    await cases.copy.click();
    await cases.says('Report copied to clipboard!');
    const copied = await mira.page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(
      new RegExp(`^Case report: incident #${incidentId}\\nAnimal: Dog\\n[^]*Resolution notes: Healed\\.$`),
    );
    await cases.saysNoMore('Report copied to clipboard!');
  });

  it('says when the clipboard refuses', async () => {
    const { mira, cases } = await finishing();
    await mira.page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await cases.notes.fill('Healed.');
    await cases.copy.click();
    await cases.says('Failed to copy details.');
  });

  it('takes images, videos and sounds, none of a name twice, and lets go of one by its name', async () => {
    const { cases } = await finishing();
    const dog = await photo('dog.png');
    await cases.media.setInputFiles([dog, clip]);
    expect(await cases.files()).toEqual(['dog.png', 'dog.webm']);
    await cases.media.setInputFiles([dog]);
    await cases.says('dog.png is already attached.');
    expect(await cases.files()).toEqual(['dog.png', 'dog.webm']);
    await cases.media.setInputFiles([{ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }]);
    await cases.says('Unsupported file type.');
    const many = Array.from({ length: 9 }, (_, index) => ({ ...clip, name: `${index}.webm` }));
    await cases.media.setInputFiles(many);
    await cases.says('At most 10 files can be attached.');
    expect(await cases.files()).toHaveLength(10);
    for (const { name } of many.slice(0, 8)) await cases.remove(name);
    await cases.remove('dog.png');
    await cases.says('Removed dog.png.');
    expect(await cases.files()).toEqual(['dog.webm']);
    await cases.saysNoMore('Removed dog.png.');
  });

  it('goes out as a form with the place at the end, images made small unless that is switched off', async () => {
    for (const compresses of [true, false]) {
      const { mira, cases, incidentId } = await finishing();
      const [keys, forms] = [keysOf(mira), await formsOf(mira)];
      expect(await cases.compresses.isChecked()).toBe(true);
      await cases.compresses.setChecked(compresses);
      await cases.notes.fill('  Healed. ');
      await cases.media.setInputFiles([await photo('dog.png'), clip]);
      await cases.complete.click();
      await cases.says('Case completed successfully!');
      expect(await forms()).toEqual([
        {
          details: { resolutionNotes: 'Healed.', finalLatitude: 18.52, finalLongitude: 73.85 },
          files: [compresses ? 'dog.jpg' : 'dog.png', 'dog.webm'],
        },
      ]);
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
      expect(await rescues.incident(incidentId)).toMatchObject({ status: 'ONGOING', mediaFileCount: 2 });
      await testApp.sendHome();
    }
  });

  it('is not held up by a location that is denied', async () => {
    const { mira, cases, incidentId } = await finishing({});
    const forms = await formsOf(mira);
    await cases.notes.fill('Healed.');
    await cases.complete.click();
    await cases.says('Case completed successfully!');
    const details = { resolutionNotes: 'Healed.', finalLatitude: null, finalLongitude: null };
    expect(await forms()).toEqual([{ details, files: [] }]);
    expect(await rescues.statusOf(incidentId)).toBe('ONGOING');
  });

  it('shows how much of it has gone out, can be stopped, and is sent again with all it had', async () => {
    const { mira, cases, incidentId } = await finishing();
    const network = await mira.context.newCDPSession(mira.page);
    const throttle = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await throttle(300_000);
    await cases.notes.fill('Healed.');
    await cases.media.setInputFiles([{ ...clip, buffer: Buffer.concat([clip.buffer, Buffer.alloc(3_000_000)]) }]);
    await cases.complete.click();
    await cases.dialog.getByText(/^[1-9]\d?%$/).waitFor();
    await cases.dialog.getByRole('button', { name: 'Stop' }).click();
    expect(await cases.notes.inputValue()).toBe('Healed.');
    expect(await cases.files()).toEqual(['dog.webm']);
    expect(await rescues.statusOf(incidentId)).toBe('IN_PROGRESS');
    await throttle(-1);
    await cases.complete.click();
    await cases.says('Case completed successfully!');
  });
});

describe('a completion that fails', () => {
  it.each([
    ['the server fails', 500, {}, FAILED],
    ['the server says why', 413, { message: 'These files are too large.' }, 'These files are too large.'],
    ['the connection is lost', null, {}, FAILED],
  ])('because %s loses nothing', async (_, status, json, text) => {
    const { mira, cases, incidentId } = await finishing();
    const keys = keysOf(mira);
    await mira.page.route(CLOSE, (route) => (status ? route.fulfill({ status, json }) : route.abort()));
    await cases.notes.fill('Healed.');
    await cases.media.setInputFiles([await photo('dog.png')]);
    await cases.complete.click();
    await cases.fails(text);
    await cases.says('Your notes and files are kept.');
    expect(await cases.notes.inputValue()).toBe('Healed.');
    expect(await cases.files()).toEqual(['dog.png']);
    await mira.page.unroute(CLOSE);
    await cases.complete.click();
    await cases.says('Case completed successfully!');
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await rescues.statusOf(incidentId)).toBe('ONGOING');
  });

  it('is written down for after a reload, and completes nothing twice when only the answer was lost', async () => {
    const { mira, cases, incidentId } = await finishing();
    const keys = keysOf(mira);
    // The server receives it, but its answer is lost.
    await mira.page.route(CLOSE, async (route) => {
      await route.fetch();
      await route.abort();
    });
    // Her list of cases does not show it yet.
    const list = await testApp.read('/api/cases/my-cases', 'member');
    await mira.page.route('**/api/cases/my-cases', (route) => route.fulfill({ json: list }));
    await cases.notes.fill('Healed, and released.');
    await cases.complete.click();
    await cases.fails(FAILED);
    expect(await rescues.statusOf(incidentId)).toBe('ONGOING');
    // She moves on: the repeated completion still has the location of the first one.
    await mira.context.setGeolocation({ latitude: 18.5213, longitude: 73.8527 });
    await expect.poll(() => unansweredNotes(mira)).toEqual(['Healed, and released.']);
    await mira.page.reload();
    await cases.finish(incidentId);
    await expect.poll(() => cases.notes.inputValue()).toBe('Healed, and released.');
    await mira.page.unroute(CLOSE);
    await cases.complete.click();
    await cases.says('Case completed successfully!');
    expect(keys).toEqual([keys[0], keys[0]]);
    const path = `/api/incidents/${incidentId}/history`;
    const { cases: history } = (await testApp.read(path, 'captain')) as IncidentHistory;
    expect(history.map(({ resolutionNotes }) => resolutionNotes)).toEqual(['Healed, and released.']);
    // After success the notes are deleted.
    await cases.dialog.getByRole('button', { name: 'Done' }).click();
    await cases.dialog.waitFor({ state: 'detached' });
    await cases.finish(incidentId);
    await mira.page.reload();
    await cases.finish(incidentId);
    expect(await cases.notes.inputValue()).toBe('');
  });

  it('is over when only its answer was lost, whatever has been changed since', async () => {
    const { mira, cases, incidentId } = await finishing();
    await mira.page.route(CLOSE, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await cases.notes.fill('Healed.');
    await cases.media.setInputFiles([await photo('dog.png')]);
    await cases.complete.click();
    await cases.fails(FAILED);
    await mira.page.unroute(CLOSE);
    await cases.notes.fill('Healed, and fed.');
    await cases.remove('dog.png');
    await cases.complete.click();
    await cases.says('Case completed successfully!');
    await cases.says(
      'An earlier try, or somebody of your team, was faster: what you have changed since then is not part of it.',
    );
    const done = cases.dialog.getByRole('button', { name: 'Done' });
    expect(await done.evaluate((button) => button === document.activeElement)).toBe(true);
    await mira.page.keyboard.press('Enter');
    await cases.dialog.waitFor({ state: 'detached' });
    const path = `/api/incidents/${incidentId}/history`;
    const { cases: history } = (await testApp.read(path, 'captain')) as IncidentHistory;
    expect(history.map(({ resolutionNotes }) => resolutionNotes)).toEqual(['Healed.']);
  });

  it('says nothing to the next case of its incident', async () => {
    const { mira, cases, incidentId } = await finishing();
    await mira.page.route(CLOSE, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await cases.notes.fill('Healed.');
    await cases.complete.click();
    await cases.fails(FAILED);
    await mira.page.unroute(CLOSE);
    await mira.page.reload();
    const ids = await rescues.idsOf('Mira');
    await rescues.act('captain', `/api/incidents/${incidentId}/assignment/assign-team`, { userIds: ids });
    await rescues.act('captain', `/api/cases/${incidentId}/initiate-confirm`, { participatingUserIds: ids });
    await cases.finish(incidentId);
    expect(await cases.notes.inputValue()).toBe('');
    await cases.notes.fill('Healed again.');
    await cases.complete.click();
    await cases.says('Case completed successfully!');
    expect(await rescues.statusOf(incidentId)).toBe('ONGOING');
  });
});

it('the progress of a completion has a name, and its words beside it', async () => {
  const { mira, cases } = await finishing();
  let answer = () => {};
  const isAllowed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await mira.page.route(CLOSE, async (route) => {
    await isAllowed;
    await route.continue();
  });
  await cases.notes.fill('Splinted.');
  await cases.complete.click();
  await cases.dialog.getByRole('progressbar', { name: 'Uploaded' }).waitFor();
  await cases.dialog.getByText(/^(\d+%|Processing\.\.\.)$/).waitFor();
  answer();
  await cases.dialog.getByRole('progressbar').waitFor({ state: 'detached' });
});
