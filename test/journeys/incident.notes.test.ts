import { expect, it } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import { openTestApp } from '../kit/browser';
import { handOn } from './calls';
import { GalleryPage, IncidentPage } from './pages/incident';
import { photo, rescuesOf } from './rescues';

const testApp = openTestApp();
const rescues = rescuesOf(testApp);

it('a note with a photo, written without a network, waits, and reaches the others exactly once (decision 170)', async () => {
  const id = await rescues.assigned('Ravi');
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 740 }, hasTouch: true });
  const kabir = await testApp.returning('captain');
  const notesOf = ({ page }: typeof mira) => page.getByRole('region', { name: 'Notes' });
  for (const person of [mira, kabir]) {
    await person.open(`/incident/${id}`);
    await new IncidentPage(person.page).isShown(id);
    await notesOf(person).getByRole('button', { name: 'Add Photo or Note' }).waitFor();
  }

  const calls = await handOn(
    mira.page,
    (request) => request.method() === 'GET' && request.url().endsWith(`/api/incidents/${id}`),
  );
  await mira.setOffline(true);
  await notesOf(mira).getByRole('button', { name: 'Add Photo or Note' }).click();
  const dialog = mira.page.getByRole('dialog', { name: 'Add Photo or Note' });
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await dialog.getByText('Write something, or add a photo.', { exact: true }).waitFor();
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
  expect(((await testApp.read(`/api/incidents/${id}`, 'captain')) as Incident).notes).toHaveLength(1);

  await seen.getByRole('link', { name: 'Photo 1 of Mira' }).click();
  await new GalleryPage(kabir.page).group('Notes').getByRole('link', { name: 'Image 1 of Notes' }).waitFor();
});
