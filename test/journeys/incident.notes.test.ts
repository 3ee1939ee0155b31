import { expect, it } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import { isFocused, openTestApp } from '../kit/browser';
import { listenTo } from '../kit/heard';
import { handOn } from './calls';
import { GalleryPage, IncidentPage, noteDialogOf } from './pages/incident';
import { photo, situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

it('a note with a photo, written without a network, waits, and reaches the others exactly once (DECISIONS 170)', async () => {
  const id = await situations.assigned('Ravi');
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 740 }, hasTouch: true });
  const kabir = await testApp.returning('captain');
  const notesOf = ({ page }: typeof mira) => page.getByRole('region', { name: 'Notes' });
  for (const person of [mira, kabir]) {
    await person.open(`/incident/${id}`);
    await new IncidentPage(person.page).isShown(id);
    await notesOf(person).getByRole('button', { name: 'Add Photo or Note' }).waitFor();
  }
  const [heard, heardByKabir] = [await listenTo(mira.page), await listenTo(kabir.page)];

  const calls = await handOn(
    mira.page,
    (request) => request.method() === 'GET' && request.url().endsWith(`/api/incidents/${id}`),
  );
  await mira.setOffline(true);
  await notesOf(mira).getByRole('button', { name: 'Add Photo or Note' }).click();
  const dialog = mira.page.getByRole('dialog', { name: 'Add Photo or Note' });
  // On a phone no keyboard opens by itself.
  expect(await isFocused(dialog.getByRole('button', { name: 'Close' }))).toBe(true);
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await dialog.getByText('Write something, or add a photo.', { exact: true }).waitFor();
  expect(await isFocused(dialog.getByLabel('Note', { exact: true }))).toBe(true);
  await dialog.getByLabel('Note', { exact: true }).fill('It has moved behind the temple.');
  await dialog.getByLabel('Media').setInputFiles([await photo('temple.png')]);
  await dialog.getByText('temple.png', { exact: true }).waitFor();
  await expect.poll(() => add.isEnabled()).toBe(true);
  await add.click();
  await dialog.waitFor({ state: 'detached' });
  const mine = notesOf(mira).getByRole('listitem').filter({ hasText: 'It has moved behind the temple.' });
  await mine.getByText('Waits to be sent', { exact: true }).waitFor();
  expect(((await testApp.read(`/api/incidents/${id}`, 'captain')) as Incident).notes).toEqual([]);

  // What was sent stays on the page, although the network is too slow to fetch the incident.
  calls.hold();
  await mira.setOffline(false);
  const seen = notesOf(kabir).getByRole('listitem');
  await seen.filter({ hasText: 'It has moved behind the temple.' }).getByText('Mira', { exact: true }).waitFor();
  await mine.getByText('Mira', { exact: true }).waitFor();
  await mine.getByText('Waits to be sent').waitFor({ state: 'detached' });
  await expect.poll(() => mine.count()).toBe(1);
  await calls.free();
  await mine.getByRole('link', { name: 'Photo 1 of Mira' }).waitFor();
  await expect.poll(() => seen.count()).toBe(1);
  await expect.poll(() => mine.count()).toBe(1);
  // Who listens hears of the note once.
  expect((await heard()).filter((sentence) => sentence.includes('ote'))).toEqual(['Note added.']);
  expect(await heardByKabir()).toEqual(['Mira added a note']);
  expect(((await testApp.read(`/api/incidents/${id}`, 'captain')) as Incident).notes).toHaveLength(1);

  await seen.getByRole('link', { name: 'Photo 1 of Mira' }).click();
  await new GalleryPage(kabir.page).group('Notes').getByRole('link', { name: 'Image 1 of Notes' }).waitFor();
});

it('a note to an incident that is resolved meanwhile stays, can be copied and saved, and can be added later', async () => {
  const id = await situations.make('ONGOING');
  const mira = await testApp.returning('member');
  await mira.open(`/incident/${id}`);
  const { open, dialog, field } = noteDialogOf(mira.page);
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  const why = dialog.getByRole('alert').getByText('This incident is RESOLVED now, so nothing can be added.');
  await open.click();
  await field.fill('It limps.');
  await dialog.getByLabel('Media').setInputFiles(await photo('dog.png'));
  await dialog.getByRole('list', { name: 'Attached files' }).getByRole('listitem').waitFor();
  await situations.move(id, 'resolve');
  await why.waitFor();
  expect(await field.inputValue()).toBe('It limps.');
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await open.waitFor({ state: 'detached' });
  // Also after a reload: it is read from the device (DECISIONS 365).
  for (const again of [() => mira.page.reload(), () => situations.move(id, 'reactivate')]) {
    const unsent = mira.page.getByRole('region', { name: 'Not sent' });
    await unsent.getByText('It limps.', { exact: true }).waitFor();
    await unsent.getByRole('button', { name: 'Copy text' }).click();
    await unsent.getByText(/Copied!|Failed to copy/).waitFor();
    const [saved] = await Promise.all([
      mira.page.waitForEvent('download'),
      unsent.getByRole('link', { name: /^Save dog\./ }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^dog\./);
    await again();
  }
  await open.click();
  await expect.poll(() => field.inputValue()).toBe('It limps.');
  await add.click();
  await dialog.waitFor({ state: 'detached' });
  const texts = async () => (await situations.incident(id)).notes?.map(({ text }: { text: string }) => text);
  await expect.poll(texts).toEqual(['It limps.']);

  // What is not wanted any more can be deleted, after a question.
  await open.click();
  await field.fill('It has run away.');
  await situations.move(id, 'resolve');
  await why.waitFor();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  const unsent = mira.page.getByRole('region', { name: 'Not sent' });
  await unsent.getByRole('button', { name: 'Delete' }).click();
  const question = mira.page.getByRole('dialog', { name: 'Delete it?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await unsent.waitFor({ state: 'detached' });
});

it('a note to an incident that is deleted meanwhile stays, also when its page is opened again (DECISIONS 365)', async () => {
  const id = await situations.make('REPORTED');
  const mira = await testApp.returning('member');
  await mira.open(`/incident/${id}`);
  const { open, field } = noteDialogOf(mira.page);
  await open.click();
  await field.fill('It limps.');
  await situations.move(id, 'close', 'Another one.');
  await situations.remove(id);
  for (const again of [() => mira.page.reload(), async () => {}]) {
    await mira.page.getByRole('heading', { name: 'Incident not found.' }).waitFor();
    const unsent = mira.page.getByRole('region', { name: 'Not sent' });
    await unsent.getByText('It limps.', { exact: true }).waitFor();
    await again();
  }
});
