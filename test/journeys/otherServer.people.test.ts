import { expect, it } from 'vitest';
import { openBesideOtherServer } from '../kit/besideOtherServer';
import { listenTo } from '../kit/heard';
import { shows } from '../kit/momentary';
import { openPeople } from '../kit/s2people';
import { PeoplePage } from './pages/people';
import { ProfilePage } from './pages/profile';

const otherPeople = openPeople();
const { returning } = await openBesideOtherServer([otherPeople.part]);
/** Waits until this was the last change that the server got. */
const isTold = (call: string) => expect.poll(() => otherPeople.told.at(-1)).toBe(call);

it('a member changes the profile, looks at the volunteers, and reads and deletes notifications', async () => {
  const person = await returning('mira');
  const { page } = person;
  const profile = new ProfilePage(page);
  await person.open('/profile');
  await profile.heading.waitFor();
  expect(await profile.stats()).toEqual(expect.arrayContaining([expect.arrayContaining(['4.3 km'])]));
  await profile.setting('Shelter').click();
  await isTold('PUT /api/profile/shelter {"canProvideShelter":true}');
  await profile.setting('Vehicle').click();
  await isTold('PUT /api/profile/vehicle {"hasVehicle":true,"vehicleType":"Bike"}');
  // This server's answer has no new token, so the session goes on with the old one.
  await profile.openPassword();
  await shows(page, 'Password updated successfully!', () => profile.changePassword('anything', 'a fine new one'));
  await profile.modal.waitFor({ state: 'detached' });
  await isTold('PUT /api/profile/password {"oldPassword":"anything","newPassword":"a fine new one"}');

  const people = new PeoplePage(page);
  await person.open('/volunteers');
  await people.says('3 volunteers');
  await people.cards.filter({ hasText: 'Mary Ann Smith' }).click();
  await page.getByRole('link', { name: '9876543211' }).waitFor();
  await page.getByText('Scooty').first().waitFor();
  expect(await people.controls.count()).toBe(0);

  await person.open('/notifications');
  const cards = page.getByRole('article');
  await expect.poll(() => cards.count()).toBe(3);
  await page.getByRole('link', { name: 'Unread', exact: true }).click();
  await expect.poll(() => cards.count()).toBe(2);
  await cards.first().getByRole('button', { name: 'Delete notification' }).click();
  await isTold('DELETE /api/notifications/1');
  const heard = await listenTo(page);
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await isTold('PUT /api/notifications/read-all');
  await page.getByText('No unread notifications').waitFor();
  await expect.poll(heard).toEqual(['All notifications are read.']);
  await page.getByRole('button', { name: 'Delete All' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete All' }).click();
  await isTold('DELETE /api/notifications/all');
});

it('a super admin decides about sign-ups, changes and deletes members, clears the chat, and deletes old data', async () => {
  const person = await returning('sara');
  const { page } = person;
  const people = new PeoplePage(page);
  await person.open('/approvals');
  await page.getByRole('button', { name: 'Authorize Pavan Das' }).click();
  await isTold('PUT /api/admin/authorize/701');
  await page.getByRole('button', { name: 'Deny Nila Das' }).click();
  await people.dialog.getByRole('button', { name: 'Deny', exact: true }).click();
  await isTold('DELETE /api/admin/deny/702');
  await expect.poll(() => people.applicants.count()).toBe(0);

  await person.open('/volunteer/585');
  await people.controls.getByLabel('Position').selectOption('Executive');
  await people.controls.getByLabel('Rescue Captain').click();
  await shows(page, 'Changes saved successfully!', () => people.save.click());
  expect([...otherPeople.told].slice(-2).sort()).toEqual([
    'PUT /api/admin/users/585/position {"position":"EXECUTIVE"}',
    'PUT /api/admin/users/585/roles ["MEMBER","RESCUE_CAPTAIN"]',
  ]);

  await person.open('/superadmin');
  const main = page.getByRole('main');
  await main.getByLabel('Messages to keep').fill('5');
  await main.getByRole('button', { name: 'Clear Global Chat' }).click();
  await people.titled('Clear Global Chat').getByRole('button', { name: 'Clear', exact: true }).click();
  await people.says('2 messages deleted.');
  await isTold('DELETE /api/admin/clear-global-chat?keep=5');
  await main.getByRole('button', { name: 'Purge Notifications' }).click();
  await people.dialog.getByRole('button', { name: 'Purge', exact: true }).click();
  await isTold('DELETE /api/notifications/older-than/7');
  // What is beyond S2 is not offered.
  expect(await main.getByRole('link', { name: 'Audit Log' }).count()).toBe(0);

  await main.getByRole('button', { name: 'Manage Users' }).click();
  const users = people.titled('Manage Users');
  await users.getByRole('button', { name: /^Reset Password of Kabir/ }).click();
  const resetting = people.titled('Reset Password');
  await resetting.getByText('gets a new password.').waitFor();
  await resetting.getByRole('button', { name: 'Reset Password' }).click();
  await people.says('Password for @kabir reset to the default password');
  expect(await people.titled('Password Reset').getByRole('button', { name: 'Copy password' }).count()).toBe(0);
  await people.titled('Password Reset').getByRole('button', { name: 'Close' }).last().click();
  await users.getByLabel('Search').fill('kabir');
  await users.getByText('Select all shown (1)').click();
  await users.getByRole('button', { name: 'Delete Selected (1)' }).click();
  // What this server keeps of a user is not known.
  expect(await people.titled('Delete Users').innerText()).not.toContain('Former member');
  await people.titled('Delete Users').getByRole('button', { name: 'Delete 1 User' }).click();
  const report = people.titled('Users Deleted');
  await report.getByText('1 user deleted, 1 skipped.').waitFor();
  await isTold('DELETE /api/admin/users/batch {"userIds":[584],"notifyUsers":false}');
  await report.getByRole('button', { name: 'Done' }).click();
  await users.getByRole('button', { name: 'Close' }).click();

  await main.getByRole('button', { name: 'Reset Application' }).click();
  const question = people.titled('Reset Application');
  await question.getByText('Everything but the users is deleted for ever.').waitFor();
  await question.getByLabel('Type RESET to confirm').fill('RESET');
  await question.getByRole('button', { name: 'Reset', exact: true }).click();
  await isTold('DELETE /api/admin/reset-application-keep-users');
  await people.says('The application was reset.');
});

it('a list of which nothing can be read does not say that it is empty', async () => {
  const person = await returning('mira');
  const { page } = person;
  // The server's own answer has the headers that another origin needs.
  await page.route(
    /\/api\/(chat\/groups|gchat\/messages|incidents\/live|standings|cases|notifications)/,
    async (route) => route.fulfill({ response: await route.fetch(), status: 200, json: ['?'] }),
  );
  const said: string[] = [];
  for (const [path, line] of [
    ['/chat', '1 chat could not be shown.'],
    ['/gchat', '1 message could not be shown.'],
    ['/live', '1 incident could not be shown.'],
    ['/leaderboard', '1 member could not be shown.'],
    ['/my-cases', '1 case could not be shown.'],
    ['/notifications', '1 notification could not be shown.'],
  ] as const) {
    await person.open(path);
    await page.getByRole('status').getByText(line).waitFor();
    said.push(...(await page.getByText(/^No(body)? /).allInnerTexts()));
  }
  expect(said).toEqual([]);
});
