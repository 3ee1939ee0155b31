import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ArchiveEntry } from '../../src/contract/archives';
import type { ChatGroupEntry } from '../../src/contract/chats';
import type { Incident } from '../../src/contract/incidents';
import { openTestApp } from '../kit/browser';
import { call } from '../kit/server';
import { knownOf } from './device';
import { AssignmentPage, MyCasesPage } from './pages/cases';
import { IncidentPage } from './pages/incident';
import { LivePage } from './pages/live';
import { ReportPage } from './pages/report';
import { photo } from './situations';

const PLACE = 'Weir below the old mill';

const testApp = openTestApp({}, 'no-preference');

it('a rescue, from the report to the archive, in the windows of two volunteers, who often have no network, and a captain', async () => {
  const phone = { viewport: { width: 360, height: 740 } };
  const here = { ...phone, geolocation: { latitude: 18.52, longitude: 73.85 }, permissions: ['geolocation'] };
  const mira = await testApp.member('member', here);
  const ravi = await testApp.returning('ravi', phone);
  const kabir = await testApp.returning('captain');
  await ravi.open('/my-cases');
  const raviCases = new MyCasesPage(ravi.page);
  await raviCases.card('3').waitFor();
  // His phone keeps the team of his older case. From now on the server answers nothing more about it.
  await expect.poll(() => knownOf(ravi, 'team/3')).toContain('Ravi');
  await ravi.page.route('**/api/incidents/3/assignment/team', () => {});
  await kabir.open('/live');
  const live = new LivePage(kabir.page);
  await live.cards.first().waitFor();

  // Mira reports the incident, with a photo.
  await mira.open('/report');
  const report = new ReportPage(mira.page);
  await report.write({ location: PLACE, description: 'A calf in the water.' });
  await report.chooseAnimal('Cattle');
  await mira.page.getByRole('radio', { name: 'Now', exact: true }).check();
  await report.attach(await photo('calf.png'));
  await mira.setOffline(true);
  await report.submit.click();
  await report.modal('Kept for Later');
  await report.press('OK');
  await mira.open('/chat');
  await mira.setOffline(false);
  const idHere = async () =>
    ((await testApp.read('/api/incidents/live', 'captain')) as Incident[]).find(({ location }) => location === PLACE)
      ?.id;
  await expect.poll(idHere).toBeDefined();
  const id = (await idHere()) as string;

  // Kabir sees it arrive, and assigns the two.
  await live.card(PLACE).getByText('REPORTED', { exact: true }).waitFor();
  await live.card(PLACE).getByText('Help needed now', { exact: true }).waitFor();
  const photos = { name: `Photos of incident #${id}` };
  const isThumbnail = (part: Locator) =>
    expect.poll(() => part.getByRole('link', photos).locator('img').getAttribute('src')).toMatch(/[?&]thumbnail/);
  await isThumbnail(live.card(PLACE));
  await live.card(PLACE).getByRole('link', { name: PLACE }).click();
  await kabir.isAt(`/incident/${id}`);
  const incident = new IncidentPage(kabir.page);
  await incident.media.getByText('1', { exact: false }).waitFor();
  await isThumbnail(kabir.page.getByRole('main'));
  await kabir.page.getByRole('main').getByRole('link', photos).click();
  await kabir.isAt(`/incident/${id}/media`);
  await kabir.page.goBack();
  await incident.press('Assign Team');
  await kabir.isAt(`/incident/${id}/assign`);
  const assignment = new AssignmentPage(kabir.page);
  await assignment.card('Mira').click();
  await assignment.card('Ravi').click();
  await assignment.assign.click();
  await assignment.dialog.getByText(`Team ${id}`, { exact: true }).waitFor();

  // He goes from the dialog to the chat, whose header shows the incident and leads to it.
  const groups = (await testApp.read('/api/chat/groups', 'ravi')) as ChatGroupEntry[];
  const chat = groups.find(({ chatGroup }) => chatGroup.purposeId === id)?.chatGroup.id;
  await assignment.dialog.getByRole('link', { name: 'Open Chat' }).click();
  await kabir.isAt(`/chat/${chat}`);
  const headOf = ({ page }: typeof kabir) => page.getByRole('link', { name: `Incident #${id}` });
  await headOf(kabir).getByText(`ASSIGNED · ${PLACE}`).waitFor();
  await headOf(kabir).locator('img').waitFor();
  await headOf(kabir).click();
  await kabir.isAt(`/incident/${id}`);
  await incident.is('ASSIGNED');

  // Both are told at once: Mira has its chat, Ravi its case, which he initiates.
  await mira.chats.card(`Incident #${id}`).waitFor();
  await raviCases.card(id).waitFor();
  await isThumbnail(raviCases.card(id));
  await raviCases.card(id).getByText('Help needed now', { exact: true }).waitFor();
  const ways = raviCases.card(id).getByRole('link');
  expect(await ways.filter({ hasText: 'Call' }).getAttribute('href')).toBe('tel:9876543210');
  expect(await ways.filter({ hasText: 'Directions' }).getAttribute('href')).toBe(
    `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(PLACE)}`,
  );
  // As soon as his phone keeps the new team, too, Ravi is on his way in a dead zone: he says so, arrives, and initiates the case. All of
  // that arrives later, in this order.
  await expect.poll(() => knownOf(ravi, `team/${id}`)).toContain('Mira');
  await ravi.setOffline(true);
  const way = raviCases.card(id);
  await way.getByRole('button', { name: "I'm on My Way" }).click();
  await way.getByText('You are on your way.').waitFor();
  await way.getByRole('button', { name: "I've Arrived" }).click();
  await way.getByText('You have arrived.').waitFor();
  await raviCases.initiate(id);
  await raviCases.participant('Mira Nair').waitFor();
  await raviCases.confirm.click();
  expect(((await testApp.read(`/api/incidents/${id}`, 'captain')) as Incident).status).toBe('ASSIGNED');
  await ravi.setOffline(false);
  await raviCases.card(id).getByText('IN PROGRESS', { exact: true }).waitFor();

  // They talk.
  await mira.chats.open(`Incident #${id}`);
  await mira.chat.say('Rope and blanket are in my bag.');
  await ways.filter({ hasText: 'Chat' }).click();
  await ravi.isAt(`/chat/${chat}`);
  await ravi.chat.hears('Rope and blanket are in my bag.');
  await ravi.chat.say('At the weir in five minutes.');
  await mira.chat.hears('At the weir in five minutes.');

  // Mira completes it, with a photo, while Kabir looks at the incident.
  await kabir.open(`/incident/${id}`);
  await incident.is('IN PROGRESS');
  await mira.open('/my-cases');
  const miraCases = new MyCasesPage(mira.page);
  await miraCases.finish(id);
  await miraCases.notes.fill('Out of the water, dry, with its mother.');
  await miraCases.media.setInputFiles([await photo('calf-and-cow.png'), await photo('weir.png')]);
  await miraCases.complete.click();
  await miraCases.says('Case completed successfully!');
  await miraCases.dialog.getByRole('button', { name: 'Done' }).click();
  await miraCases.card(id).waitFor({ state: 'detached' });

  // Ravi still reads the chat, and comes back to it from the incident and from its history.
  const done = ravi.page.getByText('This case is done. Its chat can only be read.');
  const isReadable = async () => {
    await done.waitFor();
    await ravi.chat.hears('At the weir in five minutes.');
    expect(await ravi.page.getByRole('textbox').count()).toBe(0);
  };
  await isReadable();
  await headOf(ravi).getByText(`ONGOING · ${PLACE}`).waitFor();
  await headOf(ravi).click();
  await ravi.isAt(`/incident/${id}`);
  await ravi.page.getByRole('link', { name: 'Open Chat' }).click();
  await ravi.isAt(`/chat/${chat}`);
  await isReadable();
  await ravi.page.reload();
  await isReadable();
  await headOf(ravi).click();
  await ravi.isAt(`/incident/${id}`);
  await ravi.page.getByRole('button', { name: 'History', exact: true }).click();
  const history = ravi.page.getByRole('dialog', { name: 'Case History' });
  await history.getByRole('link', { name: /^Open Chat of case #\d+$/ }).click();
  await ravi.isAt(`/chat/${chat}`);
  await isReadable();

  // Kabir sees that, resolves it, and deletes it with an archive.
  await incident.is('ONGOING');
  const after = (await testApp.read(`/api/incidents/${id}`, 'captain')) as Incident;
  expect(after.mediaFiles.map(({ caseId }) => caseId === null).sort()).toEqual([false, false, true]);
  await incident.press('Mark as Resolved');
  await incident.is('RESOLVED');
  await incident.press('Delete Incident');
  expect(await incident.dialog.getByLabel('Archive details before deleting').isChecked()).toBe(true);
  await incident.answer('Delete');
  await kabir.isAt('/live');
  await live.cards.first().waitFor();
  await expect.poll(() => live.card(PLACE).count()).toBe(0);
  const gone = await call(testApp.server.base, `/api/incidents/${id}`, { token: await testApp.token('captain') });
  expect(gone.status).toBe(404);
  const archives = (await testApp.read('/api/admin/archives', 'superadmin')) as ArchiveEntry[];
  expect(archives.map(({ incidentId }) => incidentId)).toEqual([id]);
});
