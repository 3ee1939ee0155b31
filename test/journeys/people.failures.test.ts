import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { shows } from '../kit/momentary';
import { answers, type Fate, handOn, isLost } from './calls';
import { PeoplePage } from './pages/people';
import { ProfilePage } from './pages/profile';
import { situationsOf } from './situations';
import { alone } from './visits';

const testApp = openTestApp();
const situations = situationsOf(testApp);

/** Two failures that both have the text of S2 §8 (DECISIONS P1), so each act below meets one of them: texts by failure are in the walks. */
const fails = answers(500, '{}');
const fates = [isLost, fails] as const;
/** Makes all calls of this method to this path end in this way. */
const ends = async ({ page }: Person, method: string, path: RegExp, fate: Fate) =>
  (await handOn(page, (request) => request.method() === method && path.test(new URL(request.url()).pathname))).always(
    fate,
  );
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true });

describe('where there is no answer, or the server fails', () => {
  it.each([
    {
      username: 'member',
      places: [
        ['/volunteers', /\/volunteers$/, 'Failed to fetch volunteers.'],
        // DECISIONS P4.
        ['/volunteer/2', /\/volunteers\/2$/, 'Failed to load user details.', 'Failed to fetch user details.'],
        ['/notifications', /\/notifications$/, 'Failed to fetch notification.'],
      ],
    },
    { username: 'admin', places: [['/approvals', /\/pending-users$/, 'Could not fetch pending users.']] },
    {
      username: 'superadmin',
      places: [
        ['/superadmin', /\/archives$/, 'Failed to fetch archives.'],
        ['/superadmin/audit', /\/audit$/, 'Failed to fetch the audit log.'],
      ],
    },
  ] as const)('$username reads what could not be fetched, and can try again', async ({ username, places }) => {
    const person = await testApp.returning(username);
    // When a topic opens, the app fetches again by itself. Without a connection only the press can be the reason of the next call.
    await alone(person);
    for (const [route, path, text, refused = text] of places) {
      const calls = await handOn(person.page, (request) => path.test(new URL(request.url()).pathname));
      calls.always(isLost);
      await person.open(route);
      await alert(person.page, text).waitFor();
      calls.hold();
      await press(person.page, 'Try again');
      await alert(person.page, text).waitFor({ state: 'detached' });
      // It fails again, and the focus is where it was before.
      await calls.free(fails);
      await alert(person.page, refused).waitFor();
      const again = person.page.getByRole('button', { name: 'Try again', exact: true });
      await expect.poll(() => isFocused(again), { message: route }).toBe(true);
      calls.holdOn();
      await press(person.page, 'Try again');
      await calls.free();
      await alert(person.page, refused).waitFor({ state: 'detached' });
    }
  });

  it('a super admin reads at each act that it failed', async () => {
    const sara = await testApp.returning('superadmin');
    const { page } = sara;
    const people = new PeoplePage(page);
    const main = page.getByRole('main');
    for (const [method, path, fate] of [
      ['DELETE', /\/clear-global-chat$/, fails],
      ['DELETE', /\/older-than\/7$/, isLost],
      ['DELETE', /\/reset-application-keep-users$/, fails],
      ['DELETE', /\/users\/batch$/, isLost],
    ] as const)
      await ends(sara, method, path, fate);
    await sara.open('/superadmin');
    for (const [act, dialog, verb, text] of [
      ['Clear Global Chat', 'Clear Global Chat', 'Clear', 'Failed to clear chat.'],
      ['Purge Notifications', 'Purge Notifications', 'Purge', 'Failed to purge notifications.'],
      [
        'Reset Application',
        'Reset Application',
        'Reset',
        'Failed to reset application data. It may have been carried out: look before you try again.',
      ],
    ] as const) {
      await main.getByRole('button', { name: act }).click();
      const question = people.titled(dialog);
      if (verb === 'Reset') await question.getByLabel('Type RESET to confirm').fill('RESET');
      await question.getByRole('button', { name: verb, exact: true }).click();
      await alert(page, text).waitFor();
      await question.waitFor({ state: 'detached' });
    }

    const users = await handOn(page, (request) => request.url().endsWith('/api/admin/users'));
    users.always(fails);
    await main.getByRole('button', { name: 'Manage Users' }).click();
    await alert(page, 'Failed to fetch user list.').waitFor();
    await users.free();
    await press(page, 'Try again');
    const list = people.titled('Manage Users');
    for (const fate of fates) {
      await ends(sara, 'PUT', /\/reset-password$/, fate);
      await list.getByRole('button', { name: /^Reset Password of Tara/ }).click();
      await people.titled('Reset Password').getByRole('button', { name: 'Reset Password' }).click();
      const failure = fate === fails ? 'Failed to reset password (Status: 500).' : 'Could not connect to the server.';
      await alert(page, `${failure} The old password of @tara may not work any more: reset it again.`).waitFor();
    }
    await list.getByText('Tara Joshi').click();
    await list.getByRole('button', { name: 'Delete Selected (1)' }).click();
    await people.titled('Delete Users').getByRole('button', { name: 'Delete 1 User' }).click();
    await alert(page, 'Batch deletion failed. It may have been carried out: look before you try again.').waitFor();
    // The user is still selected, so that the deletion can be tried again.
    expect(await list.getByRole('button', { name: 'Delete Selected (1)' }).isEnabled()).toBe(true);
  });

  it('a super admin reads that an archive could not be downloaded, and can try again', async () => {
    const id = await situations.make('RESOLVED');
    await testApp.act('superadmin', 'DELETE', `/api/incidents/${id}`, { archive: true });
    const sara = await testApp.returning('superadmin');
    const archive = await handOn(sara.page, (request) => /\/archives\/\d+$/.test(new URL(request.url()).pathname));
    archive.always(isLost);
    await sara.open('/superadmin');
    const download = sara.page.getByRole('button', { name: `Download the archive of incident #${id}` });
    await download.click();
    await alert(sara.page, 'Failed to download the archive.').waitFor();
    await archive.free();
    const file = sara.page.waitForEvent('download');
    await download.click();
    expect((await file).suggestedFilename()).toContain(id);
  });

  it('an admin reads that a sign-up could not be denied, and its card is back', async () => {
    const asha = await testApp.returning('admin');
    const people = new PeoplePage(asha.page);
    await ends(asha, 'DELETE', /\/deny\/\d+$/, isLost);
    await asha.open('/approvals');
    await press(asha.page, 'Deny Pavan Das');
    await people.dialog.getByRole('button', { name: 'Deny', exact: true }).click();
    await people.says('Failed to deny Pavan. Please try again.');
    await people.applicant('Pavan Das').waitFor();
  });

  it('a member reads what could not be done with notifications, and the list is as before', async () => {
    const sara = await testApp.returning('superadmin');
    const { page } = sara;
    await ends(sara, 'PUT', /\/notifications\/\d+\/read$/, isLost);
    await ends(sara, 'PUT', /\/notifications\/read-all$/, fails);
    await ends(sara, 'DELETE', /\/notifications\/\d+$/, fails);
    await ends(sara, 'DELETE', /\/notifications\/all$/, isLost);
    await sara.open('/notifications?filter=unread');
    const cards = page.getByRole('article');
    const signUp = cards.filter({ hasText: 'Pavan Das has signed up' });
    await signUp.waitFor();
    /** After a failure the list is fetched again. Until then its rows may move away below a press. */
    const failing = async (text: string, act: () => Promise<void>) => {
      const fetched = page.waitForResponse(
        (answer) => answer.request().method() === 'GET' && /\/notifications$/.test(new URL(answer.url()).pathname),
      );
      await shows(page, text, act);
      await fetched;
      await signUp.waitFor();
    };
    await failing('Failed to mark all notification as read.', () => press(page, 'Mark all read'));
    await failing('Failed to delete notification.', () =>
      signUp.getByRole('button', { name: 'Delete notification' }).click(),
    );
    await failing('Failed to delete all notification.', async () => {
      await press(page, 'Delete All');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete All' }).click();
    });
    // The notification is opened in another tab, so that this screen stays until the call has failed.
    await failing('Failed to update notification status.', () =>
      signUp.getByRole('link').click({ modifiers: ['ControlOrMeta'] }),
    );
    expect(await testApp.read('/api/notifications?unreadOnly=true', 'superadmin')).toContainEqual(
      expect.objectContaining({ type: 'APPROVAL', isRead: false }),
    );
  });

  it('a member reads that the password was not changed, and that the place was not stored', async () => {
    const mira = await testApp.returning('member', {
      geolocation: { latitude: 18.5, longitude: 73.8 },
      permissions: ['geolocation'],
    });
    const profile = new ProfilePage(mira.page);
    await ends(mira, 'PUT', /\/profile\/password$/, isLost);
    await ends(mira, 'PUT', /\/profile\/location$/, fails);
    await mira.open('/profile');
    await profile.heading.waitFor();
    await shows(
      mira.page,
      'Error updating location. Please try again.',
      () => press(mira.page, 'Update My Location'),
      '[role=alert]',
    );
    // S2 §9: it disappears after 3 s.
    await alert(mira.page, 'Error updating location. Please try again.').waitFor({ state: 'detached' });
    await profile.openPassword();
    await profile.changePassword('rescue-demo', 'a fine new one');
    await profile.says('Failed to update password.');
    expect(await profile.modal.getByLabel('New password').inputValue()).toBe('a fine new one');
  });
});

describe('Update My Location', () => {
  it('says how it goes on, and that it is done', async () => {
    const mira = await testApp.returning('member', {
      geolocation: { latitude: 18.5, longitude: 73.8 },
      permissions: ['geolocation'],
    });
    const calls = await handOn(mira.page, (request) => request.url().endsWith('/api/profile/location'));
    calls.hold();
    // The device tells its position only when the test calls `findPlace`.
    await mira.page.addInitScript(() => {
      const { getCurrentPosition } = Geolocation.prototype;
      Geolocation.prototype.getCurrentPosition = function (...found) {
        Object.assign(window, { findPlace: () => getCurrentPosition.apply(this, found) });
      };
    });
    // The place is as old as the server's clock says, also on a phone that is an hour ahead (DECISIONS 370).
    await mira.page.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
    });
    await mira.open('/profile');
    await press(mira.page, 'Update My Location');
    const status = mira.page.getByRole('region', { name: 'Location and notifications' }).getByRole('status');
    // DECISIONS P5.
    await status.getByText('Getting your location...', { exact: true }).waitFor();
    await mira.page.evaluate(() => (window as unknown as { findPlace(): void }).findPlace());
    await status.getByText('Location found. Updating profile...', { exact: true }).waitFor();
    await shows(mira.page, 'Location updated successfully!', () => calls.free(), '[role=status]');
    await mira.page.getByText('Your place was updated now.').waitFor();
    await status.getByText('Location updated successfully!', { exact: true }).waitFor({ state: 'detached' });
  });

  it('says why there is no place: the browser’s location is refused, or not there', async () => {
    const { page, open } = await testApp.returning('member');
    const says = (text: string) => shows(page, text, () => press(page, 'Update My Location'), '[role=alert]');
    await open('/profile');
    await says('Unable to retrieve location. Please check your browser permissions.');
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'geolocation'));
    await page.reload();
    await says('Geolocation is not supported by your browser.');
  });
});
