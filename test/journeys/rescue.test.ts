import { expect, it } from 'vitest';
import type { ArchiveEntry } from '../../src/contract/archives';
import type { ChatGroupEntry } from '../../src/contract/chats';
import type { Incident } from '../../src/contract/incidents';
import { openTestApp } from '../kit/browser';
import { call } from '../kit/server';
import { AssignmentPage, MyCasesPage } from './pages/cases';
import { IncidentPage } from './pages/incident';
import { LivePage } from './pages/live';
import { ReportPage } from './pages/report';
import { photo } from './rescues';

const PLACE = 'Weir below the old mill';

const testApp = openTestApp();

it('a rescue, from the report to the archive, in the windows of two volunteers and a captain', async () => {
  const here = { geolocation: { latitude: 18.52, longitude: 73.85 }, permissions: ['geolocation'] };
  const mira = await testApp.member('member', here);
  const ravi = await testApp.member('ravi');
  const kabir = await testApp.member('captain');
  await ravi.open('/my-cases');
  const raviCases = new MyCasesPage(ravi.page);
  await raviCases.card('3').waitFor();
  await kabir.open('/live');
  const live = new LivePage(kabir.page);
  await live.cards.first().waitFor();

  // Mira reports the incident, with a photo.
  await mira.open('/report');
  const report = new ReportPage(mira.page);
  await report.write({ location: PLACE, description: 'A calf in the water.' });
  await report.field('Animal Type').selectOption('CATTLE');
  await report.attach(await photo('calf.png'));
  await report.submit.click();
  const id = /Incident ID\s+(\d+)/.exec(await report.modal('Report Submitted!'))?.[1] ?? '';
  expect(id).not.toBe('');
  await report.press('OK, Got It');
  await mira.isAt('/chat');

  // Kabir sees it arrive, and assigns the two.
  await live.card(PLACE).getByText('REPORTED', { exact: true }).waitFor();
  await live.card(PLACE).getByRole('link').click();
  await kabir.isAt(`/incident/${id}`);
  const incident = new IncidentPage(kabir.page);
  await incident.media.getByText('1', { exact: false }).waitFor();
  await incident.press('Assign Team');
  await kabir.isAt(`/incident/${id}/assign`);
  const assignment = new AssignmentPage(kabir.page);
  await assignment.card('Mira').click();
  await assignment.card('Ravi').click();
  await assignment.assign.click();
  await assignment.dialog.getByText(`Team ${id}`, { exact: true }).waitFor();
  await assignment.close('Done');
  await kabir.isAt('/live');

  // Both are told at once: Mira has its chat, Ravi its case, which he initiates.
  await mira.chats.card(`Incident #${id}`).waitFor();
  await raviCases.card(id).waitFor();
  await raviCases.initiate(id);
  await raviCases.participant('Mira Nair').waitFor();
  await raviCases.confirm.click();
  await raviCases.card(id).getByText('IN PROGRESS', { exact: true }).waitFor();

  // They talk.
  await mira.chats.open(`Incident #${id}`);
  await mira.chat.say('Rope and blanket are in my bag.');
  const groups = (await testApp.read('/api/chat/groups', 'ravi')) as ChatGroupEntry[];
  const chat = groups.find(({ chatGroup }) => chatGroup.purposeId === id)?.chatGroup.id;
  await ravi.open(`/chat/${chat}`);
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
  await miraCases.media.setInputFiles(await photo('calf-and-cow.png'));
  await miraCases.complete.click();
  await miraCases.says('Case completed successfully!');
  await miraCases.dialog.getByRole('button', { name: 'Done' }).click();
  await miraCases.card(id).waitFor({ state: 'detached' });

  // Kabir sees that, resolves it, and deletes it with an archive.
  await incident.is('ONGOING');
  const after = (await testApp.read(`/api/incidents/${id}`, 'captain')) as Incident;
  expect(after.mediaFiles.map(({ caseId }) => caseId === null).sort()).toEqual([false, true]);
  await incident.press('Mark as Resolved');
  await incident.is('RESOLVED');
  await incident.press('Delete Incident');
  expect(await incident.dialog.getByLabel('Archive details before deleting').isChecked()).toBe(true);
  await incident.answer('Delete');
  await kabir.isAt('/live');
  await live.cards.first().waitFor();
  expect(await live.card(PLACE).count()).toBe(0);
  const gone = await call(testApp.server.base, `/api/incidents/${id}`, { token: await testApp.token('captain') });
  expect(gone.status).toBe(404);
  const archives = (await testApp.read('/api/admin/archives', 'superadmin')) as ArchiveEntry[];
  expect(archives.map(({ incidentId }) => incidentId)).toEqual([id]);
});
