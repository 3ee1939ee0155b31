import { expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import { isFocused, openTestApp } from '../kit/browser';
import { jpeg } from '../kit/media';
import { interceptConnection, listenToFrames } from '../kit/network';
import { saysWhy } from '../kit/screens/press';
import { handOn, holdAnswers, loseAnswers, passes } from './calls';
import { mainButtons } from './looks';
import { PeoplePage } from './pages/people';
import { submissionsOnDevice } from './storedDevice';

const testApp = openTestApp();

it('a super admin resets a password, clears the global chat, and deletes a member whose tab is open', async () => {
  const [mira, ravi] = await Promise.all([testApp.returning('member'), testApp.returning('ravi')]);
  const connection = await interceptConnection(mira.page);
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await mira.chat.write('Who was here?');
  await mira.chat.send.click();
  await mira.chat.isTicked('Who was here?', 'Sent');
  await ravi.open('/gchat');
  await ravi.page.getByText('Who was here?').first().waitFor();

  const sara = await testApp.returning('superadmin');
  const panel = new PeoplePage(sara.page);
  const main = sara.page.getByRole('main');
  await sara.open('/superadmin');
  await main.getByRole('link', { name: 'Volunteers' }).click();
  await sara.isAt('/volunteers');
  await sara.page.goBack();
  const keep = sara.page.getByLabel('Messages to keep');
  expect(await keep.inputValue()).toBe('100');
  await keep.fill('-1');
  await main.getByRole('button', { name: 'Clear Global Chat' }).click();
  await panel.says('Number to keep must be 0 or more.');
  await keep.fill('0');
  await main.getByRole('button', { name: 'Clear Global Chat' }).click();
  // What Mira has read last reaches the server after the message is gone.
  connection.hold('page');
  await ravi.chat.say('Nobody but me');
  await mira.chat.hears('Nobody but me');
  await expect.poll(() => connection.held()).toContain('/app/gchat/read');
  // The dialog can be closed before the answer. The button that opened it shows it again, and clears nothing twice (DECISIONS 398).
  const clearing = await handOn(sara.page, (request) => request.method() !== 'GET');
  clearing.hold();
  const clearance = panel.titled('Clear Global Chat');
  await clearance.getByText('All messages of the global chat are deleted for everybody, with their files.').waitFor();
  await clearance.getByRole('button', { name: 'Clear', exact: true }).click();
  await clearance.locator('[aria-busy=true]').waitFor();
  await sara.page.keyboard.press('Escape');
  await clearance.waitFor({ state: 'detached' });
  await sara.page.getByText('It is still being carried out.', { exact: true }).waitFor();
  await main.getByRole('button', { name: 'Clear Global Chat' }).click();
  await clearance.locator('[aria-busy=true]').waitFor();
  await clearing.let(passes);
  await sara.page.getByText(/^\d+ messages? deleted\.$/).waitFor();
  // Open chats are emptied at once.
  for (const { page } of [mira, ravi]) await expect.poll(() => page.getByText('Who was here?').count()).toBe(0);
  connection.release();
  await mira.chat.write('Starting afresh');
  await mira.chat.send.click();
  // The server answers in order, so it has refused her read receipt by now. She is not told, because the app sent it by itself.
  await mira.chat.isTicked('Starting afresh', 'Read');
  expect(await mira.page.getByRole('alert').allInnerTexts()).toEqual([]);
  await ravi.page.getByText('Starting afresh').first().waitFor();
  await ravi.chat.say('Here I am');
  await mira.page.getByText('Ravi', { exact: true }).waitFor();
  const directory = await mira.anotherTab();
  await directory.open('/volunteers');
  await directory.page.getByText('Ravi Kulkarni').waitFor();
  const his = await mira.anotherTab();
  await his.open('/volunteers');
  await his.page.getByText('Ravi Kulkarni').click();
  await his.page.getByRole('heading', { name: 'Ravi Kulkarni' }).waitFor();

  const days = sara.page.getByLabel('Older than (days)');
  expect(await days.inputValue()).toBe('7');
  await days.fill('0');
  await main.getByRole('button', { name: 'Purge Notifications' }).click();
  await panel.says('Please enter a valid number of days (1 or more) to purge.');

  await main.getByRole('button', { name: 'Manage Users' }).click();
  const users = panel.titled('Manage Users');
  await users.getByText('@superadmin (you)', { exact: true }).waitFor();
  await users.getByRole('button', { name: 'Delete Selected (0)' }).click();
  await panel.says('Please select at least one user to delete.');
  await users.getByRole('button', { name: /^Reset Password of Tara/ }).click();
  await panel.titled('Reset Password').getByRole('button', { name: 'Reset Password' }).click();
  const told = panel.titled('Password Reset');
  const password = (await told.locator('code').textContent()) ?? '';
  await told.getByText(`Password for @tara reset to ${password}`, { exact: true }).waitFor();
  // Neither Esc nor a press beside it takes the password away.
  await sara.page.keyboard.press('Escape');
  await sara.page.mouse.click(2, 2);
  expect(await told.locator('code').textContent()).toBe(password);
  await told.getByRole('button', { name: 'Close' }).last().click();

  const tara = await testApp.visitor();
  await tara.open('/login');
  await tara.page.getByText('Forgot your password? Ask an admin to reset it.').waitFor();
  await tara.login.logIn('tara', password);
  await tara.page.getByRole('heading', { name: 'Choose a New Password' }).waitFor();

  await users.getByLabel('Search').fill('ravi');
  await users.getByText('Select all shown (1)').click();
  expect(await users.getByLabel('Notify the users who are deleted').isChecked()).toBe(false);
  await users.getByLabel('Search').fill('sara');
  await users.getByText('Select all shown (1)').click();
  // The same list in another tab follows the deletion.
  const elsewhere = await sara.anotherTab();
  await elsewhere.open('/superadmin');
  await elsewhere.page.getByRole('main').getByRole('button', { name: 'Manage Users' }).click();
  const hisEntry = elsewhere.page.getByRole('dialog', { name: 'Manage Users' }).getByText('@ravi');
  await hisEntry.waitFor();
  await elsewhere.chat.isConnected();
  // What he writes last comes to a chat that is still being loaded.
  const kabir = await testApp.returning('captain');
  const frames = listenToFrames(kabir.page);
  // His receipt would bring the message again, as the server has it by then.
  (await interceptConnection(kabir.page)).hold('page', /gchat\/read/);
  const history = await holdAnswers(kabir.page, /\/api\/gchat\/messages/);
  await kabir.open('/gchat');
  await history.isHeld();
  await kabir.chat.isConnected();
  await ravi.chat.say('Good night');
  await ravi.chat.isTicked('Good night', 'Read');
  await expect.poll(() => frames.received.some((frame) => frame.includes('Good night'))).toBe(true);
  await users.getByRole('button', { name: 'Delete Selected (2)' }).click();
  const question = panel.titled('Delete Users');
  await question.getByText('(@ravi)').waitFor();
  await question.getByText('say ‘Former member’', { exact: false }).waitFor();
  await question.getByText('They are not notified.', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Delete 2 Users' }).click();
  const report = panel.titled('Users Deleted');
  await report.getByText('1 user deleted, 1 skipped.').waitFor();
  await hisEntry.waitFor({ state: 'detached' });
  await report.getByText(/\(@superadmin\): \w/).waitFor();
  // The session in the deleted member's open tab ends, and others' open chats no longer show his name (P7).
  await ravi.login.isShown();
  await mira.page.getByText('Former member', { exact: true }).waitFor();
  expect(await mira.chat.messages.getByText('Ravi', { exact: true }).count()).toBe(0);
  await mira.chat.messages.getByText('Here I am').waitFor();
  history.free();
  await expect
    .poll(() => kabir.chat.message('Good night').getAttribute('aria-label'))
    .toMatch(/^(First unread message\. )?Former member, /);
  await directory.page.getByText('Ravi Kulkarni').waitFor({ state: 'detached' });
  // Nor does his own page show anything of him.
  await his.page.getByRole('alert').getByText('This volunteer is no longer a member.').waitFor();
  // Nobody could try again.
  expect(await his.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(await his.page.getByText('Ravi').count()).toBe(0);
  await his.page.getByRole('link', { name: 'View Volunteers' }).click();
  await his.isAt('/volunteers');
  await report.getByRole('button', { name: 'Done' }).click();
  await report.waitFor({ state: 'detached' });
  await panel.titled('Manage Users').getByRole('button', { name: 'Close' }).click();

  await main.getByRole('link', { name: 'Audit Log' }).click();
  const acts = sara.page.getByRole('list', { name: 'Acts' });
  await acts.getByText('Global chat cleared').waitFor();
  await sara.page.getByLabel('Act', { exact: true }).selectOption('Password reset');
  await acts.getByText('Global chat cleared').waitFor({ state: 'detached' });
  await acts.getByText(/^Password reset: Tara/).waitFor();
});

it('a reset of the application empties open screens, shows what has lost its target as not sent, and uploads other files again', async () => {
  const [mira, kabir] = [await testApp.returning('member'), await testApp.returning('captain')];
  await kabir.open('/live');
  await kabir.page.getByRole('main').getByRole('link').first().waitFor();
  const connection = await interceptConnection(mira.page);
  await mira.open(`/chat/${await testApp.caseChat()}`);
  await mira.chat.isUsable();
  const everybody = await mira.anotherTab();
  await everybody.open('/gchat');
  await everybody.page.getByText('Starting afresh').first().waitFor();
  // A photo is uploaded, but its message does not reach the server.
  connection.hold('page', /SEND/);
  await everybody.media.pick(await jpeg());
  await everybody.media.isReady(1);
  const uploaded = mira.page.waitForResponse('**/api/gchat/media');
  await everybody.chat.say('Here it lies');
  const { mediaUrl } = (await (await uploaded).json()) as { mediaUrl: string };
  const statusOf = async (url: string) => (await fetch(testApp.server.base + url)).status;
  expect(await statusOf(mediaUrl)).toBe(200);
  await expect
    .poll(() => submissionsOnDevice(mira.page))
    .toMatchObject([{ content: { body: { text: 'Here it lies', mediaUrl } } }]);
  await mira.setOffline(true);
  await mira.chat.write('Is anybody there?');
  await mira.chat.send.click();
  await mira.chat.isTicked('Is anybody there?', 'Sending');

  const sara = await testApp.returning('superadmin');
  const panel = new PeoplePage(sara.page);
  const main = sara.page.getByRole('main');
  await sara.open('/superadmin');
  const ask = () => sara.page.getByRole('main').getByRole('button', { name: 'Reset Application' }).click();
  const answersAgain = await loseAnswers(sara.page, '*/reset-application*');
  await ask();
  const question = panel.titled('Reset Application');
  const confirm = question.getByRole('button', { name: 'Reset', exact: true });
  expect(await confirm.isDisabled()).toBe(true);
  await saysWhy(confirm, 'Type RESET first.');
  await question.getByLabel('Type RESET to confirm').fill('RESET');
  await confirm.click();
  await panel.says('Failed to reset application data. It may have been carried out: look before you try again.');
  await question.waitFor({ state: 'detached' });
  expect(await testApp.read('/api/gchat/messages', 'member')).toEqual([]);
  expect(await statusOf(mediaUrl)).toBe(404);

  // Nobody has reloaded a page.
  await kabir.page.getByText('A super admin has reset the app: incidents, chats and supplies were deleted.').waitFor();
  await kabir.page.getByText('There are no incidents matching the selected filter.').waitFor();
  connection.release();
  await mira.setOffline(false);
  await mira.page.getByText('Chat group not found or you are not a participant.').first().waitFor();
  // Messages that were deleted while the device was offline are not shown any longer.
  await expect.poll(() => everybody.page.getByText('Starting afresh').count()).toBe(0);
  // The photo was deleted with everything else, so it is uploaded again.
  await everybody.chat.isTicked('Here it lies', 'Sent');
  await mira.page
    .getByRole('button', { name: /waiting to be sent|not sent/ })
    .first()
    .click();
  await mira.page.getByRole('dialog').getByText('Is anybody there?').waitFor();
  const arrived = (await testApp.read('/api/gchat/messages', 'member')) as Message[];
  expect(arrived).toMatchObject([{ text: 'Here it lies', mediaType: 'IMAGE' }]);
  expect(await statusOf(arrived[0]?.mediaUrl ?? '')).toBe(200);

  // The second press gets the lost answer, and destroys nothing that was sent since (DECISIONS 281).
  await answersAgain();
  await ask();
  await question.getByLabel('Type RESET to confirm').fill('RESET');
  await confirm.click();
  await sara.page.getByText('The application was reset.').waitFor();
  expect(await testApp.read('/api/gchat/messages', 'member')).toEqual(arrived);

  // Of an empty inventory nothing can be requested, and nobody has searched for it yet.
  const { id } = (await testApp.read('/api/profile', 'superadmin')) as Profile;
  await sara.open(`/profile/first-aid-kit/${id}`);
  await main.getByText('There are no items to choose from yet.', { exact: true }).waitFor();
  expect(await main.getByText('No item fits this search.').count()).toBe(0);

  // An empty inventory says how to begin, and offers no search (DECISIONS 355).
  await sara.open('/inventory');
  await main.getByRole('heading', { name: 'No Items Yet' }).waitFor();
  expect(await main.getByRole('searchbox').count()).toBe(0);
  await expect.poll(() => mainButtons(main)).toEqual(['Add the First Item']);
  await main.getByRole('button', { name: 'Add the First Item' }).click();
  await panel.titled('New Item').getByLabel('Name', { exact: true }).fill('Bandage');
  await panel.titled('New Item').getByRole('button', { name: 'Save' }).click();
  await main.getByText('1 item', { exact: true }).waitFor();
  await main.getByRole('searchbox').waitFor();
  // The button that was pressed is gone.
  await expect.poll(() => isFocused(main.getByRole('heading', { name: 'Master Item List' }))).toBe(true);
  expect(await mainButtons(main)).toEqual(['New Item']);
});
