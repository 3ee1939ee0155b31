import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { descriptionsOf, isFocused, openTestApp } from '../kit/browser';
import { holdWaits } from '../kit/clock';
import { isInView } from '../kit/inView';
import { watchFor } from '../kit/momentary';
import { call } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { answers, handOn, loseAnswers, passes } from './calls';
import { AssignmentPage } from './pages/cases';
import { LivePage } from './pages/live';
import { situationsOf } from './situations';
import { visitIncident } from './visits';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const atIncident = (username: string, id: string) => visitIncident(testApp, username, id);

describe('the question why an incident is closed', () => {
  it('is closed by a press on the overlay, not by a selection of text that ends there; and is over when another captain acts', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    await incident.press('Close Incident');
    const reason = incident.dialog.getByLabel('Reason');
    await incident.dialog.getByText('A closed incident cannot be opened again.').waitFor();
    await incident.dialog.getByText(/^Incident #\d+: Dog, \S/).waitFor();
    await incident.answer('Close Incident');
    await expect.poll(() => isFocused(reason)).toBe(true);
    await reason.fill('It had left by itself.');
    const { x, y } = (await reason.boundingBox()) ?? { x: 0, y: 0 };
    const { mouse } = person.page;
    await mouse.move(x + 100, y + 20);
    await mouse.down();
    await mouse.move(10, 10);
    await mouse.up();
    // The dialog fades out when it is closed, so that it is visible does not prove that it is open.
    expect(await incident.dialog.evaluate((dialog) => (dialog as HTMLDialogElement).open)).toBe(true);
    expect(await reason.inputValue()).toBe('It had left by itself.');
    await mouse.click(10, 10);
    // What is written is not thrown away without a question (DECISIONS 261).
    await incident.answer('Leave Without Saving');
    await incident.closed();

    // Asked again, it says that the incident cannot be closed any more as soon as another captain has acted, and keeps the reason.
    await incident.press('Close Incident');
    await reason.fill('A false alarm.');
    await situations.assign(id, 'Ravi');
    const why = 'This incident is ASSIGNED now, so it cannot be closed any more.';
    await incident.dialog.getByRole('status').getByText(why, { exact: true }).waitFor();
    expect(await incident.dialog.getByRole('button', { name: 'Close Incident' }).isDisabled()).toBe(true);
    expect(await reason.inputValue()).toBe('A false alarm.');
  });

  it('keeps the focus while it is under way, and is sent once', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    // A phone with its keyboard. The failure, which is shown for 3 s, stays for the test.
    await person.page.setViewportSize({ width: 360, height: 420 });
    await holdWaits(person.page, [3_000]);
    const answers: (() => void)[] = [];
    await person.page.route('**/close*', async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.fulfill({ status: 400, json: {} });
    });
    await incident.press('Close Incident');
    const reason = incident.dialog.getByLabel('Reason');
    await reason.fill('A false alarm.');
    const button = incident.dialog.getByRole('button', { name: 'Close Incident' });
    await button.focus();
    await person.page.keyboard.press('Enter');
    await button.and(person.page.locator('[aria-disabled=true]')).waitFor();
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await person.page.keyboard.press('Enter');
    // Neither does the field lose it.
    await reason.focus();
    expect(await reason.and(person.page.locator('[readonly]')).count()).toBe(1);
    await button.focus();
    answers.forEach((answer) => {
      answer();
    });
    await incident.alerts('Error: Failed to close incident.');
    await expect.poll(() => isInView(incident.dialog.getByText('Error: Failed to close incident.'))).toBe(true);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(answers).toHaveLength(1);
  });
});

it('a button that needs the network says so and ignores presses, and works again when the network is back', async () => {
  const id = await situations.make('ASSIGNED');
  const { person } = await atIncident('captain', id);
  const { page } = person;
  const actions = page.getByRole('region', { name: 'Actions' });
  const assign = actions.getByRole('button', { name: /^Reassign Team/ });
  await assign.and(page.locator(':not([aria-disabled])')).waitFor();

  await person.setOffline(true);
  await actions
    .getByRole('button', { name: 'Reassign Team needs the network' })
    .and(page.locator('[aria-disabled=true]'))
    .waitFor();
  // Pressed without waiting until the button is enabled, as a person does.
  await assign.click({ force: true });
  await assign.getByText('This needs the network.').waitFor();
  expect(page.url()).toContain(`/incident/${id}`);
  // The team is on the device, so View Team needs no network.
  expect(await actions.getByRole('button', { name: 'View Team', exact: true }).getAttribute('aria-disabled')).toBe(
    null,
  );

  await person.setOffline(false);
  await actions
    .getByRole('button', { name: 'Reassign Team', exact: true })
    .and(page.locator(':not([aria-disabled])'))
    .waitFor();
  await assign.click();
  await person.isAt(`/incident/${id}/assign`);
});

describe('an action that is under way', () => {
  const isInterest = (request: Request) => request.url().endsWith('/interest');

  it('keeps the focus on the button of the interest, whose label has changed already, and is carried out also if its page is left', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('member', id);
    const calls = await handOn(person.page, isInterest);
    calls.hold();
    const button = incident.actions.getByRole('button', { name: /Interest/ });
    await button.focus();
    await person.page.keyboard.press('Enter');
    await button.and(person.page.locator('[aria-disabled=true]')).filter({ hasText: 'Remove Interest' }).waitFor();
    await person.page.keyboard.press('Enter');
    // On a bad connection it can take a minute: the other buttons do not wait for it.
    expect(await incident.button('Update Location').isEnabled()).toBe(true);
    await calls.let(passes);
    await button.and(person.page.locator(':not([aria-disabled])')).waitFor();
    expect(await isFocused(button)).toBe(true);
    expect((await situations.incident(id)).interestedUsers).toHaveLength(1);
    // A press of which only the answer is lost has not failed: the next one would undo it (DECISIONS 340).
    const isSaid = await watchFor(person.page, 'Could not connect to the server.');
    const answersAgain = await loseAnswers(person.page, '*/interest');
    await person.page.keyboard.press('Enter');
    await button.and(person.page.locator(':not([aria-disabled])')).filter({ hasText: "I'm Interested" }).waitFor();
    expect([await isSaid(), (await situations.incident(id)).interestedUsers.length]).toEqual([false, 0]);
    await answersAgain();

    // It is carried out even if the member leaves the page at once.
    calls.hold();
    await incident.press("I'm Interested");
    await incident.button('Remove Interest').waitFor();
    await person.menu.goTo('My Cases');
    await person.isAt('/my-cases');
    await calls.let(passes);
    await expect.poll(async () => (await situations.incident(id)).interestedUsers.length).toBe(1);
  });

  it('says on the next screen that it has failed, with a link to the incident', async () => {
    const id = await situations.make('ONGOING');
    const { incident, person } = await atIncident('captain', id);
    const calls = await handOn(person.page, (request) => request.url().includes('/resolve'));
    calls.hold();
    await incident.press('Mark as Resolved');
    await incident.actions.locator('[aria-busy=true]').waitFor();
    await person.menu.goTo('My Cases');
    await person.isAt('/my-cases');
    const restarts = answers(503, JSON.stringify({ message: 'The server is being restarted.' }));
    await calls.let(restarts, restarts);
    const notice = person.page.getByRole('status').filter({ hasText: 'Error: The server is being restarted.' });
    expect(await notice.getAttribute('aria-atomic')).toBe('false');
    await notice.getByRole('link', { name: 'Open' }).click();
    await incident.isShown(id);
  });
});

describe("a captain's act that the server has carried out, and whose answer is lost (DECISIONS 281)", () => {
  it('is done when the repeat is answered: closed, without a question about what was written; then deleted', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    const answersAgain = await loseAnswers(person.page, '*/close*', false, 1);
    await incident.press('Close Incident');
    await incident.dialog.getByLabel('Reason').fill('It had left by itself.');
    await incident.answer('Close Incident');
    await incident.closed();
    await incident.is('CLOSED');
    await answersAgain();
    expect(await situations.lastChange(id)).toMatchObject({ event: 'incident.close', note: 'It had left by itself.' });

    await person.open('/live?status=CLOSED');
    await person.isAt('/live');
    await person.open(`/incident/${id}`);
    const deletionsAgain = await loseAnswers(person.page, `*/incidents/${id}?*archive=*`, false, 1);
    await incident.press('Delete Incident');
    // Of the paragraphs before the box, the first names the incident.
    expect((await descriptionsOf(incident.dialog))[1]).toMatch(
      /^This deletion is permanent\. .* It cannot be undone\.$/,
    );
    await incident.answer('Delete');
    await incident.says('Incident archived and deleted.');
    await deletionsAgain();
    // 2 s later the list is shown with the filter with which it was left.
    await person.isAt('/live');
    expect(await person.page.getByLabel('Status').inputValue()).toBe('CLOSED');
  });

  it('has its answer at the second press: the own team is no conflict', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    const answersAgain = await loseAnswers(person.page, '*/assign-team*');
    await incident.press('Assign Team');
    const assignment = new AssignmentPage(person.page);
    await assignment.card('Mira').click();
    await assignment.assign.click();
    await person.page.getByText(/^An error occurred while assigning the team\. Please try again\./).waitFor();
    await answersAgain();
    await assignment.assign.click();
    await assignment.close('Done');
    expect(await situations.incident(id)).toMatchObject({ status: 'ASSIGNED', team: [{ firstName: 'Mira' }] });
  });
});

it('a begun case whose whole team has left the organisation can be given to another team (DECISIONS 272)', async () => {
  await call(testApp.server.base, '/api/auth/signup', { body: signupForm({ username: 'nila', firstName: 'Nila' }) });
  const pending = (await testApp.read('/api/admin/pending-users', 'admin')) as { userId: string; firstName: string }[];
  const nila = pending.find(({ firstName }) => firstName === 'Nila')?.userId ?? '';
  await testApp.act('admin', 'PUT', `/api/admin/authorize/${nila}`);
  const id = await situations.begun('Nila');
  const { location } = await situations.incident(id);
  const { person, incident } = await atIncident('captain', id);
  await incident.is('IN PROGRESS');
  const team = person.page.getByRole('region', { name: 'On the Way' });
  // Nila has begun the case without a word about her way.
  await team.getByRole('listitem').filter({ hasText: 'Nila' }).getByText('Has not said where they are').waitFor();

  await testApp.act('superadmin', 'DELETE', '/api/admin/users/batch', { userIds: [nila] });
  await incident.is('ASSIGNED');
  await team.getByText('Nobody is on this team.', { exact: true }).waitFor();
  expect(await team.getByRole('listitem').count()).toBe(0);
  await person.open('/live');
  await new LivePage(person.page).card(location).getByText('Nobody on the team', { exact: true }).waitFor();

  // From the notification to a new team.
  await person.open('/notifications');
  await person.page
    .getByText(/^Team \d+ has no members any more: .*/)
    .first()
    .click();
  await person.isAt(`/incident/${id}`);
  await incident.press('Reassign Team');
  const assignment = new AssignmentPage(person.page);
  await assignment.card('Mira').click();
  await assignment.assign.click();
  await assignment.close('Done');
  await person.open(`/incident/${id}`);
  await team.getByText('Mira', { exact: true }).waitFor();
  expect(await person.page.getByText('Nobody is on this team.').count()).toBe(0);
  await incident.header('Timeline').click();
  for (const title of ['Team without members', 'Team reassigned']) await incident.dialog.getByText(title).waitFor();
});
