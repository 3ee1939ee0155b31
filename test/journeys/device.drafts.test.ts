import { beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '../../src/contract/people';
import { descriptionsOf, openTestApp } from '../kit/browser';

import { MyCasesPage } from './pages/cases';
import { noteDialogOf } from './pages/incident';
import { KitPage } from './pages/kit';
import { ReportPage } from './pages/report';
import { photo, situationsOf } from './situations';
import { draftsOnDevice, holdStoreApart, isDraftStored, leaveOnDevice, type Row } from './storedDevice';

const testApp = openTestApp();
const situations = situationsOf(testApp);
let me = '';
beforeAll(async () => {
  me = ((await testApp.read('/api/profile', 'member')) as Profile).id;
});

/** Mira's device has this draft, and cannot read it before the returned function is called. */
async function busyWith(...drafts: { chat: string; draft: Row | readonly Row[] }[]) {
  const mira = await testApp.returning('member');
  const rows = drafts.map((draft) => ({ userId: me, ...draft }));
  await leaveOnDevice(mira.page, testApp.server.base, { drafts: rows });
  return { mira, letRead: await holdStoreApart(mira, testApp.server.base, 'drafts') };
}

describe('a stored draft that is read only after the member has begun to write (DECISIONS 250)', () => {
  it('of a message comes first, and is stored with what was written', async () => {
    const { mira, letRead } = await busyWith({ chat: 'gchat', draft: { text: 'I am at the old', replyTo: null } });
    await mira.open('/gchat');
    await mira.chat.isUsable();
    await mira.chat.box.fill('bridge');
    await letRead();
    await expect.poll(() => mira.chat.box.inputValue()).toBe('I am at the old\nbridge');
    await mira.chat.box.press('!');
    await expect.poll(() => mira.chat.box.inputValue()).toBe('I am at the old\nbridge!');
    await isDraftStored(mira, 'bridge!');
    await mira.page.reload();
    await expect.poll(() => mira.chat.box.inputValue()).toBe('I am at the old\nbridge!');
  });

  it('of a message is not deleted with a message that was sent before', async () => {
    const { mira, letRead } = await busyWith({ chat: 'gchat', draft: { text: 'I have the carrier', replyTo: null } });
    await mira.open('/gchat');
    await mira.chat.isUsable();
    await mira.chat.box.fill('On my way');
    await mira.chat.box.press('Enter');
    await mira.chat.isTicked('On my way', 'Sent');
    await letRead();
    await expect.poll(() => mira.chat.box.inputValue()).toBe('I have the carrier');
    await mira.page.reload();
    await expect.poll(() => mira.chat.box.inputValue()).toBe('I have the carrier');
  });

  it('of a message does not replace it, if that was sent and the chat was left at once', async () => {
    const { mira, letRead } = await busyWith();
    await mira.open('/gchat');
    await mira.chat.isUsable();
    // Neither the device nor the server can store it before the chat is left.
    await mira.setOffline(true);
    await mira.chat.box.fill('I am leaving now');
    await mira.chat.box.press('Enter');
    await mira.menu.goTo('My Cases');
    await mira.isAt('/my-cases');
    await letRead();
    await mira.setOffline(false);
    await mira.menu.goTo('Global Chat');
    await mira.chat.isTicked('I am leaving now', 'Sent');
    await mira.chat.box.press('!');
    await isDraftStored(mira, '!"');
    expect(await draftsOnDevice(mira.page)).not.toContain('leaving');
  });

  it('of a note keeps its photos', async () => {
    const id = await situations.make('ONGOING');
    const { mira, letRead } = await busyWith({
      chat: `note/${id}`,
      draft: { text: 'It limps.', files: [{ file: 'leg.jpg' }] },
    });
    await mira.open(`/incident/${id}`);
    const { open, dialog, field } = noteDialogOf(mira.page);
    await open.click();
    await field.fill('It bleeds, too.');
    await dialog.getByLabel('Media').setInputFiles([await photo('paw.png')]);
    await dialog.getByText('paw.png', { exact: true }).waitFor();
    await letRead();
    await isDraftStored(mira, 'It bleeds, too.');
    for (const time of ['first', 'after a reload']) {
      if (time !== 'first') {
        await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
        await mira.page.reload();
        await open.click();
      }
      await expect.poll(() => field.inputValue()).toBe('It limps.\nIt bleeds, too.');
      await dialog.getByText('leg.jpg', { exact: true }).waitFor();
      // A photo that was made small before the reload is a JPEG afterwards.
      await dialog.getByText(/^paw\.(png|jpg)$/).waitFor();
    }
  });

  it('of a completion keeps its photos', async () => {
    const incidentId = await situations.make('IN_PROGRESS');
    const cases = (await testApp.read('/api/cases/my-cases', 'member')) as { incidentId: string; caseId: string }[];
    const caseId = cases.find((one) => String(one.incidentId) === incidentId)?.caseId;
    const { mira, letRead } = await busyWith({
      chat: `completion/${caseId}`,
      draft: { notes: 'Treated.', files: [{ file: 'leg.jpg' }], wasTried: false },
    });
    const page = new MyCasesPage(mira.page);
    await mira.open('/my-cases');
    await page.finish(incidentId);
    await page.notes.fill('And fed.');
    await letRead();
    await expect.poll(() => page.notes.inputValue()).toBe('Treated.\nAnd fed.');
    expect(await page.files()).toEqual(['leg.jpg']);
    await isDraftStored(mira, 'And fed.');
    await mira.page.reload();
    await page.finish(incidentId);
    await expect.poll(() => page.notes.inputValue()).toBe('Treated.\nAnd fed.');
    await expect.poll(() => page.files()).toEqual(['leg.jpg']);
  });

  it('of a report fills the fields that are still empty, and keeps its photos', async () => {
    const empty = { contactNumber: '', latitude: '', longitude: '' };
    const draft = {
      ...empty,
      informerName: 'Lata Rao',
      animalType: 'CAT',
      description: 'A grey cat.',
      location: 'Lane 3',
    };
    const { mira, letRead } = await busyWith(
      { chat: 'report', draft },
      { chat: 'report/photos', draft: [{ file: 'cat.jpg' }] },
    );
    const report = new ReportPage(mira.page);
    await mira.open('/report');
    await report.field('Description').fill('It bleeds.');
    await report.attach(await photo('tail.png'));
    await expect.poll(() => report.files.allInnerTexts()).toEqual(['tail.png']);
    await letRead();
    for (const kept of ['It bleeds.', 'tail.jpg']) await isDraftStored(mira, kept);
    // The stored photo is the smaller one.
    for (const tail of ['tail.png', 'tail.jpg']) {
      if (tail === 'tail.jpg') await mira.page.reload();
      await expect.poll(() => report.field('Description').inputValue()).toBe('A grey cat.\nIt bleeds.');
      expect(await report.field('Location').inputValue()).toBe('Lane 3');
      expect(await mira.page.getByRole('radio', { name: 'Cat', exact: true }).isChecked()).toBe(true);
      // The stored one is no picture.
      await expect.poll(() => report.files.allInnerTexts()).toEqual([expect.stringMatching(/^cat\.jpg/), tail]);
    }
  });

  it('of a request for supplies keeps its items', async () => {
    const lines = [
      { inventoryItemId: '2', name: 'Gauze', quantity: '3' },
      { inventoryItemId: '999', name: 'Splint', quantity: '2' },
    ];
    const { mira, letRead } = await busyWith({ chat: 'requisition', draft: { lines } });
    const kit = new KitPage(mira.page);
    await mira.open(`/profile/first-aid-kit/${me}`);
    await kit.add('Saline', '1');
    const quantities = () =>
      kit.cart.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await expect.poll(quantities).toEqual(['1']);
    await letRead();
    await expect.poll(quantities).toEqual(['3', '2', '1']);
    await isDraftStored(mira, 'Saline');
    // One of them was deleted from the inventory meanwhile. It is not left out without a word.
    await kit.send.click();
    const gone = kit.cart.getByLabel('Splint', { exact: true });
    await expect.poll(async () => (await descriptionsOf(gone)).at(-1)).toBe('Splint is no longer in the inventory.');
    await mira.page.getByRole('button', { name: 'Take Splint out of the request' }).click();
    await expect.poll(() => draftsOnDevice(mira.page)).not.toContain('Splint');
    await mira.page.reload();
    await expect.poll(quantities).toEqual(['3', '1']);
  });
});

it('what was written in a note is stored although the page is reloaded at the moment of Cancel', async () => {
  const id = await situations.make('ONGOING');
  const mira = await testApp.returning('member');
  await mira.open(`/incident/${id}`);
  const { open, dialog, field } = noteDialogOf(mira.page);
  await open.click();
  // Nothing is written before the device has looked for an earlier draft.
  await field.fill('It');
  await isDraftStored(mira, '"It"');
  await field.fill('It limps.');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).evaluate((cancel: HTMLElement) => {
    cancel.click();
    location.reload();
  });
  await mira.isAt(`/incident/${id}`);
  await open.click();
  await expect.poll(() => field.inputValue()).toBe('It limps.');
});

it('an edit that was not saved is there again after leaving the chat and after a reload (DECISIONS 255)', async () => {
  const mira = await testApp.returning('member');
  const editing = mira.page.getByText('Editing your message');
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await mira.chat.say('Meet at the font door');
  await mira.chat.isTicked('Meet at the font door', 'Sent');
  await mira.chat.write('Who has the');
  await mira.chat.openMenu('Meet at the font door');
  await mira.chat.menu.getByRole('button', { name: 'Edit', exact: true }).click();
  await mira.chat.box.fill('Meet at the front');
  await mira.open('/leaderboard');
  await mira.chat.box.waitFor({ state: 'detached' });
  await mira.open('/gchat');
  await editing.waitFor();
  await expect.poll(() => mira.chat.box.inputValue()).toBe('Meet at the front');
  await mira.page.reload();
  await editing.waitFor();
  await expect.poll(() => mira.chat.box.inputValue()).toBe('Meet at the front');
  await mira.chat.isUsable();
  await mira.chat.say('Meet at the front door');
  await mira.chat.message('Meet at the front door').getByText('edited', { exact: true }).waitFor();
  await expect.poll(() => mira.chat.box.inputValue()).toBe('Who has the');
  await mira.open('/leaderboard');
  await mira.chat.box.waitFor({ state: 'detached' });
  await mira.open('/gchat');
  await expect.poll(() => mira.chat.box.inputValue()).toBe('Who has the');
  expect(await editing.count()).toBe(0);
});
