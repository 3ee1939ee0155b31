import { describe, expect, it } from 'vitest';
import { isFocused, openTestApp, type Person, type TestApp } from '../kit/browser';
import { recordings } from '../kit/media';
import { shows } from '../kit/momentary';
import { answers, handOn, loseAnswers, passAgain, passes } from './calls';
import { MyCasesPage } from './pages/cases';
import { photo, situationsOf } from './situations';
import { holdStoreApart } from './storedDevice';

const CLOSE = '**/api/cases/*/close';
const CLOSE_PATH = '*/api/cases/*/close';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const bridge = { geolocation: { latitude: 18.52, longitude: 73.85 }, permissions: ['geolocation'] };
const clip = {
  name: 'dog.webm',
  mimeType: 'video/webm',
  buffer: Buffer.from(recordings.clipWebm.content),
};

/** Mira has the completion dialog of her and Ravi's case open. */
async function finishing(options: Parameters<TestApp['returning']>[1] = bridge) {
  const incidentId = await situations.begun('Mira', 'Ravi');
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
  it('can be photographed on a phone', async () => {
    const { mira, cases } = await finishing({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
    // The camera of an iPhone gives all photos the same name.
    for (const count of [1, 2]) {
      const asked = mira.page.waitForEvent('filechooser');
      await cases.dialog.getByRole('button', { name: 'Take a Photo' }).tap();
      const camera = await asked;
      expect(await camera.element().getAttribute('capture')).toBe('environment');
      await camera.setFiles([await photo('image.png')]);
      await expect.poll(() => mira.media.attached.getByText(/^photo-\d+\.png$/).count()).toBe(count);
    }
  });

  it('needs notes, asks for them, and can be copied for a report, which it says for 2 s, or that the clipboard refuses', async () => {
    const { mira, cases, incidentId } = await finishing({ permissions: ['clipboard-read', 'clipboard-write'] });
    // The place of its messages covers nothing while there is none.
    const foot = cases.dialog.locator('div:has(> div[role=status])').last();
    expect((await foot.boundingBox())?.height).toBe(0);
    await cases.complete.click();
    await cases.says('Resolution notes are required.');
    expect(await isFocused(cases.notes)).toBe(true);
    await shows(mira.page, 'Please write the resolution notes before copying.', () => cases.copy.click());
    await cases.notes.fill('Healed.');
    await cases.saysNoMore('Resolution notes are required.');

    await shows(mira.page, 'Report copied to clipboard!', () => cases.copy.click());
    const copied = await mira.page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(
      new RegExp(`^Case report: incident #${incidentId}\\nAnimal: Dog\\n[^]*Resolution notes: Healed\\.$`),
    );
    await cases.saysNoMore('Report copied to clipboard!');

    await mira.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied.', 'NotAllowedError'));
    });
    await shows(mira.page, 'Failed to copy details.', () => cases.copy.click());
  });

  it('accepts images, videos and sounds, no name twice, and removes one by its name', async () => {
    const { mira, cases } = await finishing();
    const dog = await photo('dog.png');
    await cases.media.setInputFiles([dog, clip]);
    expect(await cases.files()).toEqual(['dog.png', 'dog.webm']);
    await shows(mira.page, 'dog.png is already attached.', () => cases.media.setInputFiles([dog]));
    expect(await cases.files()).toEqual(['dog.png', 'dog.webm']);
    await shows(mira.page, 'Unsupported file type.', () =>
      cases.media.setInputFiles([{ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }]),
    );
    const many = Array.from({ length: 9 }, (_, index) => ({ ...clip, name: `${index}.webm` }));
    await shows(mira.page, 'At most 10 files can be attached.', () => cases.media.setInputFiles(many));
    expect(await cases.files()).toHaveLength(10);
    for (const { name } of many.slice(0, 8)) await cases.remove(name);
    await shows(mira.page, 'Removed dog.png.', () => cases.remove('dog.png'));
    expect(await cases.files()).toEqual(['dog.webm']);
    expect(await isFocused(cases.dialog.getByRole('button', { name: 'Remove dog.webm' }))).toBe(true);
    await cases.saysNoMore('Removed dog.png.');
  });

  it('is sent as a form with the position at the end, with images compressed unless that is switched off', async () => {
    const { mira, cases, incidentId: first } = await finishing();
    const [keys, forms] = [keysOf(mira), await formsOf(mira)];
    const send = async (incidentId: string, compresses: boolean) => {
      expect(await cases.compresses.isChecked()).toBe(true);
      await cases.compresses.setChecked(compresses);
      await cases.notes.fill('  Healed. ');
      await cases.media.setInputFiles([await photo('dog.png'), clip]);
      await cases.complete.click();
      await cases.says('Case completed successfully!');
      expect(await situations.incident(incidentId)).toMatchObject({ status: 'ONGOING', mediaFileCount: 2 });
      await cases.leave();
    };
    await send(first, true);
    const second = await situations.begun('Mira', 'Ravi');
    await cases.finish(second);
    await send(second, false);
    const details = { resolutionNotes: 'Healed.', finalLatitude: 18.52, finalLongitude: 73.85 };
    expect(await forms()).toEqual([
      { details, files: ['dog.jpg', 'dog.webm'] },
      { details, files: ['dog.png', 'dog.webm'] },
    ]);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(new Set(keys).size).toBe(2);
  });

  it('shows its upload progress, can be stopped, and is sent again with everything it had, also after its dialog was left', async () => {
    const { mira, cases, incidentId } = await finishing();
    const network = await mira.page.context().newCDPSession(mira.page);
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
    await cases.dialog.getByRole('progressbar', { name: 'Uploaded' }).waitFor();
    // Screen readers say the stage, not each percent.
    await cases.dialog.getByRole('status').getByText('Uploading…', { exact: true }).waitFor();
    // What is changed now would not be sent.
    expect([await cases.notes.isEditable(), await cases.media.isEnabled()]).toEqual([false, false]);
    expect(await cases.dialog.locator(':is([role=status], [aria-live]) :text("%")').count()).toBe(0);
    await cases.dialog.getByRole('button', { name: 'Stop' }).click();
    expect(await cases.notes.inputValue()).toBe('Healed.');
    expect(await cases.files()).toEqual(['dog.webm']);
    expect(await situations.statusOf(incidentId)).toBe('IN_PROGRESS');
    // The dialog can also be left meanwhile, and the upload goes on.
    await cases.complete.click();
    await cases.dialog.getByRole('button', { name: 'Send later' }).click();
    await cases.dialog.waitFor({ state: 'detached' });
    await cases.card(incidentId).getByText('Marked as done. It waits to be sent.').waitFor();
    await throttle(-1);
    await mira.page.getByText(/^Case completed successfully! /).waitFor();
    expect(await situations.incident(incidentId)).toMatchObject({ status: 'ONGOING', mediaFileCount: 1 });
  });
});

const OVER = 'This incident is ONGOING now: it has no open case.';

describe('a completion that somebody of the team was faster with', () => {
  it('becomes a note of the incident, with its photos', async () => {
    const { mira, cases, incidentId } = await finishing();
    await cases.notes.fill('Two stitches.');
    await cases.media.setInputFiles([await photo('dog.png')]);
    const draft = cases.card(incidentId).getByText('Draft: notes or photos that you have not sent.');
    await cases.dialog.getByRole('button', { name: 'Cancel' }).click();
    await draft.waitFor();
    await cases.finish(incidentId);
    await expect.poll(() => cases.notes.inputValue()).toBe('Two stitches.');
    await mira.media.attached.getByText('dog.png').waitFor();
    await situations.complete(incidentId, 'Ravi was faster.');
    await cases.card(incidentId).waitFor({ state: 'detached' });
    expect(await mira.page.getByRole('region', { name: 'Not sent' }).count()).toBe(0);
    await cases.complete.click();
    await cases.fails(OVER);
    await cases.dialog.getByRole('button', { name: 'Add as a note' }).click();
    await cases.dialog.waitFor({ state: 'detached' });
    await mira.tray.bar.waitFor({ state: 'detached' });
    expect(await situations.caseNotes(incidentId)).toEqual(['Ravi was faster.']);
    expect(await situations.incident(incidentId)).toMatchObject({
      notes: [{ text: 'Two stitches.' }],
      mediaFileCount: 1,
    });
  });

  it('while it waited for a network stays in the tray when its dialog is closed', async () => {
    const { mira, cases, incidentId } = await finishing();
    await mira.setOffline(true);
    await cases.notes.fill('Two stitches.');
    await cases.complete.click();
    await cases.saysKept();
    await situations.complete(incidentId, 'Ravi was faster.');
    await mira.setOffline(false);
    await cases.dialog.getByText(OVER, { exact: true }).waitFor();
    await mira.page.keyboard.press('Enter');
    await cases.dialog.waitFor({ state: 'detached' });
    await mira.tray.bar.click();
    await mira.tray.waiting.filter({ hasText: 'Two stitches.' }).getByRole('button', { name: 'Add as a note' }).click();
    await expect.poll(() => mira.tray.waiting.count()).toBe(0);
    expect(await situations.incident(incidentId)).toMatchObject({ notes: [{ text: 'Two stitches.' }] });
  });

  it('is still there, with its photos, if the page is killed before the note is stored', async () => {
    const { mira, cases, incidentId } = await finishing();
    const noteButton = ({ tray }: Person) =>
      tray.waiting.filter({ hasText: 'Two stitches.' }).getByRole('button', { name: 'Add as a note' });
    await cases.notes.fill('Two stitches.');
    await cases.media.setInputFiles([await photo('dog.png')]);
    await situations.complete(incidentId, 'Ravi was faster.');
    await cases.complete.click();
    await cases.fails(OVER);
    await mira.setOffline(true);
    await mira.page.keyboard.press('Escape');
    await cases.dialog.waitFor({ state: 'detached' });
    await mira.tray.bar.click();
    const letWrite = await holdStoreApart(mira, testApp.server.base, 'submissions');
    await noteButton(mira).click();
    await noteButton(mira).waitFor({ state: 'detached' });
    const again = await mira.anotherTab();
    await mira.page.close();
    await letWrite();

    await again.setOffline(false);
    await again.open('/my-cases');
    await again.tray.bar.click();
    await noteButton(again).click();
    await expect.poll(() => again.tray.waiting.count()).toBe(0);
    expect(await situations.incident(incidentId)).toMatchObject({
      notes: [{ text: 'Two stitches.' }],
      mediaFileCount: 1,
    });
  });
});

describe('a completion that fails', () => {
  it('because the server says why loses nothing, and can be sent again, also by a member who denies the location', async () => {
    const { mira, cases, incidentId } = await finishing({});
    const forms = await formsOf(mira);
    await mira.page.route(CLOSE, (route) =>
      route.fulfill({ status: 413, json: { message: 'These files are too large.' } }),
    );
    await cases.notes.fill('Healed.');
    await cases.media.setInputFiles([await photo('dog.png')]);
    await cases.complete.click();
    await cases.fails('These files are too large.');
    await cases.says('Your notes and files are kept.');
    expect(await cases.notes.inputValue()).toBe('Healed.');
    expect(await cases.files()).toEqual(['dog.png']);
    await passAgain(mira.page, CLOSE);
    await cases.complete.click();
    await cases.says('Case completed successfully!');
    const details = { resolutionNotes: 'Healed.', finalLatitude: null, finalLongitude: null };
    expect((await forms()).map((form) => form.details)).toEqual([details, details]);
    expect(await situations.statusOf(incidentId)).toBe('ONGOING');
  });

  // The same when the connection is lost: cases.deadZone.test.ts.
  it('because the server fails waits, photos included, and is sent automatically once, even after a reload', async () => {
    const { mira, cases, incidentId } = await finishing();
    const keys = keysOf(mira);
    const calls = await handOn(mira.page, (request) => request.url().endsWith('/close'));
    calls.always(answers(500, '{}'));
    await cases.notes.fill('Healed.');
    await cases.media.setInputFiles([await photo('dog.png')]);
    await cases.complete.click();
    await cases.saysKept('Failed to complete the case.');
    await cases.leave();
    const card = cases.card(incidentId);
    await card.getByText('Marked as done. It waits to be sent.').waitFor();
    expect(await card.getByRole('button', { name: 'Mark as Done' }).count()).toBe(0);
    await mira.page.reload();
    await card.getByText('Marked as done. It waits to be sent.').waitFor();
    calls.always(passes);
    await mira.page.getByText(/^Case completed successfully! /).waitFor();
    await card.waitFor({ state: 'detached' });
    await mira.tray.bar.waitFor({ state: 'detached' });
    expect(new Set(keys).size).toBe(1);
    expect(await situations.incident(incidentId)).toMatchObject({ status: 'ONGOING', mediaFileCount: 1 });
  });

  it('completes nothing twice when only the answer was lost, and deletes its draft once it is accepted', async () => {
    const { mira, cases, incidentId } = await finishing();
    const keys = keysOf(mira);
    const answersAgain = await loseAnswers(mira.page, CLOSE_PATH);
    // Her list of cases still has the case.
    const list = await testApp.read('/api/cases/my-cases', 'member');
    await mira.page.route('**/api/cases/my-cases', (route) => route.fulfill({ json: list }));
    await cases.notes.fill('Healed, and released.');
    await cases.complete.click();
    await cases.saysKept();
    expect(await situations.statusOf(incidentId)).toBe('ONGOING');
    // She moves on, but the completion keeps the position at which it was submitted.
    await mira.context.setGeolocation({ latitude: 18.5213, longitude: 73.8527 });
    await mira.page.reload();
    await mira.tray.bar.waitFor();
    await answersAgain();
    await mira.tray.bar.waitFor({ state: 'detached' });
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(await situations.caseNotes(incidentId)).toEqual(['Healed, and released.']);
    await cases.finish(incidentId);
    await mira.page.reload();
    await cases.finish(incidentId);
    expect(await cases.notes.inputValue()).toBe('');
  });

  it('counts as done if it arrived before it was stopped, even if the form was changed since', async () => {
    const { mira, cases, incidentId } = await finishing();
    const answersAgain = await loseAnswers(mira.page, CLOSE_PATH, true);
    await cases.notes.fill('Healed.');
    await cases.media.setInputFiles([await photo('dog.png')]);
    await cases.complete.click();
    await expect.poll(() => situations.statusOf(incidentId)).toBe('ONGOING');
    await cases.dialog.getByRole('button', { name: 'Stop' }).click();
    await answersAgain();
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
    expect(await situations.caseNotes(incidentId)).toEqual(['Healed.']);
  });

  it('has no effect on the next case of its incident', async () => {
    const { mira, cases, incidentId } = await finishing();
    const answersAgain = await loseAnswers(mira.page, CLOSE_PATH, true);
    await cases.notes.fill('Healed.');
    await cases.complete.click();
    await expect.poll(() => situations.statusOf(incidentId)).toBe('ONGOING');
    await cases.dialog.getByRole('button', { name: 'Stop' }).click();
    // The draft is kept for this case, and for no other.
    await cases.notes.fill('Healed, and fed.');
    await answersAgain();
    await mira.page.reload();
    // Its form cannot be opened any more, so it is shown by itself (DECISIONS 365).
    const left = mira.page.getByRole('region', { name: /^Not sent: Dog, Lane / });
    await left.getByText('Healed, and fed.', { exact: true }).waitFor();
    await left.getByText(/^You have not sent your notes and photos for Dog, Lane /).waitFor();
    await left.getByRole('button', { name: 'Copy text' }).waitFor();
    await left.getByRole('button', { name: /^Delete : Dog, Lane / }).click();
    await cases.dialog.getByText(/^Your notes and photos for Dog, Lane /).waitFor();
    // Her other cases move up under a finger, and ignore presses for a moment (DECISIONS 211).
    const settling = mira.page.evaluate(async () => {
      const list = document.querySelector('main ul:has(article)');
      for (const earlier of list?.getAnimations() ?? []) earlier.finish();
      while (document.querySelector('section[aria-label^="Not sent"]')) await new Promise(requestAnimationFrame);
      return list?.getAnimations().length;
    });
    await cases.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    expect(await settling).toBe(1);
    await left.waitFor({ state: 'detached' });
    await situations.assign(incidentId, 'Mira');
    await situations.begin(incidentId, 'Mira');
    await cases.finish(incidentId);
    expect(await cases.notes.inputValue()).toBe('');
    await cases.notes.fill('Healed again.');
    await cases.complete.click();
    await cases.says('Case completed successfully!');
    expect((await situations.caseNotes(incidentId)).toSorted()).toEqual(['Healed again.', 'Healed.']);
  });
});
