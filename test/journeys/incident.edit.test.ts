import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { listenTo } from '../kit/heard';
import { isInView } from '../kit/inView';
import { answers, handOn, passAgain } from './calls';
import { device, deviceAnswers, knownOf } from './device';
import { IncidentPage } from './pages/incident';
import { situationsOf } from './situations';
import { alone, failing as refusing, visitIncident } from './visits';

const testApp = openTestApp();
const situations = situationsOf(testApp);

/** Only saving fails. */
const failing = (status: number | null, message?: string) => (route: Route) =>
  route.request().method() === 'PUT' ? refusing(status, message)(route) : route.fallback();
const ONLY_CAPTAINS = "You need 'Rescue Captain' or a higher role to update incident details.";

const NOT_SAVED = 'Failed to save changes. Check connection or input.';

/** The two places of the edit form: the modal, and the page of its own. */
const ways = {
  modal: async (person: Person, id: string) => {
    await person.open(`/incident/${id}`);
    const incident = new IncidentPage(person.page);
    await incident.isShown(id);
    await incident.header('Edit').click();
    await incident.dialog.getByRole('heading', { name: 'Edit Incident' }).waitFor();
  },
  page: async (person: Person, id: string) => {
    await person.open(`/incident/${id}/update`);
    await person.page.getByRole('heading', { name: `Update Incident #${id}` }).waitFor();
    await person.page.getByLabel('Informer Name').waitFor();
  },
};

/** Kabir with the form open. */
async function editing(way: keyof typeof ways, id: string, options = {}) {
  const person = await testApp.returning('captain', options);
  await ways[way](person, id);
  const field = (label: string) => person.page.getByLabel(label, { exact: true });
  const save = person.page.getByRole('button', { name: 'Save Changes' });
  return { person, incident: new IncidentPage(person.page), field, save };
}

describe.each(['modal', 'page'] as const)('editing an incident in the %s', (way) => {
  it('sends nothing while something is wrong, keeps what was written when saving fails, and leads back once it is saved', async () => {
    const id = await situations.make('ASSIGNED');
    const { person, incident, field, save } = await editing(way, id, {
      // On a phone the form is longer than the screen.
      viewport: { width: 360, height: 800 },
      geolocation: { latitude: 18.5204, longitude: 73.8567 },
      permissions: ['geolocation'],
    });
    const sent: string[] = [];
    person.page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    expect(await field('Contact Number').inputValue()).toBe('9812345670');
    // S2 §5, DECISIONS 30.
    await field('Contact Number').fill('98765');
    await person.page.getByText('Phone number must be 10 digits.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await field('Contact Number').fill('9123456780');
    await person.page.getByText('Phone number must be 10 digits.').waitFor({ state: 'detached' });
    for (const label of ['Informer Name', 'Description', 'Location']) await field(label).fill('');
    await save.click();
    await person.page.getByText('Please fix the errors before submitting.').waitFor();
    for (const text of ['Informer name is required.', 'Description is required.', 'Location is required.'])
      await person.page.getByText(text, { exact: true }).waitFor();
    expect(sent).toEqual([]);

    await field('Informer Name').fill('Joseph Mathew');
    await field('Animal Type').selectOption({ label: 'Bird' });
    await field('Description').fill('It was a kite.');
    await field('Location').fill('The large banyan');
    await person.page.getByRole('button', { name: 'Use my location' }).click();
    await expect.poll(() => field('Latitude').inputValue()).toBe('18.5204');

    const TOO_LONG = 'Description may have at most 2000 characters.';
    for (const [status, message, text] of [
      [500, undefined, NOT_SAVED],
      [400, TOO_LONG, TOO_LONG],
      [null, undefined, NOT_SAVED],
    ] as const) {
      await person.page.route(`**/api/incidents/${id}**`, failing(status, message));
      await field('Location').focus();
      await save.click();
      await incident.alerts(text);
      // It comes into view, however long the form is.
      const failure = person.page.getByRole('alert').filter({ hasText: text });
      await expect.poll(() => isInView(failure), { message: `${status} is in view` }).toBe(true);
      expect(await field('Description').inputValue()).toBe('It was a kite.');
    }

    await passAgain(person.page, `**/api/incidents/${id}**`);
    await save.click();
    await person.isAt(`/incident/${id}`);
    await incident.closed();
    await incident.fact('Description').getByText('It was a kite.').waitFor();
    expect(await incident.fact('Animal Type').innerText()).toBe('Bird');
    await incident.map.waitFor();
    expect(await situations.incident(id)).toMatchObject({
      informerName: 'Joseph Mathew',
      contactNumber: '9123456780',
      animalType: 'BIRD',
      description: 'It was a kite.',
      location: 'The large banyan',
      latitude: 18.5204,
      longitude: 73.8567,
      status: 'ASSIGNED',
    });
  });

  it('loses nothing that was written when the captain has lost the role meanwhile (DECISIONS 347)', async () => {
    const id = await situations.make('REPORTED');
    const { person, field, save } = await editing(way, id);
    await field('Description').fill('Two dogs.');
    const { id: kabir } = (await testApp.read('/api/profile', 'captain')) as { id: string };
    const setRoles = (...roles: string[]) => testApp.act('superadmin', 'PUT', `/api/admin/users/${kabir}/roles`, roles);
    await setRoles('MEMBER');
    try {
      await person.page.getByText('Your roles have changed').first().waitFor();
      await save.click();
      const refusal = person.page.getByRole('dialog', { name: 'Unauthorized Action' });
      await refusal.getByText(ONLY_CAPTAINS, { exact: true }).waitFor();
      await refusal.getByText('What you have written stays in the form').waitFor();
      await refusal.getByRole('button', { name: 'OK' }).click();
      await refusal.waitFor({ state: 'detached' });
      expect(await field('Description').inputValue()).toBe('Two dogs.');
      // The dialog has said it: the form does not say it again, as that of Close Incident does not.
      expect(await person.page.getByText(ONLY_CAPTAINS).count()).toBe(0);
    } finally {
      await setRoles('MEMBER', 'RESCUE_CAPTAIN');
    }
    await save.click();
    await person.isAt(`/incident/${id}`);
    await new IncidentPage(person.page).fact('Description').getByText('Two dogs.').waitFor();
  });
});

it('an edit leaves the focus where it is while it is being saved', async () => {
  const id = await situations.make('REPORTED');
  const { person, incident, field } = await editing('page', id);
  const held = () =>
    new Promise<() => Promise<void>>((resolve) =>
      person.page.route(`**/api/incidents/${id}**`, (route) =>
        route.request().method() === 'PUT' ? resolve(() => failing(400)(route)) : route.fallback(),
      ),
    );
  const answered = held();
  const name = field('Informer Name');
  await name.fill('Joseph Mathew');
  await name.press('Enter');
  const answer = await answered;
  await expect.poll(() => name.isEditable()).toBe(false);
  expect(await isFocused(name)).toBe(true);
  await person.page.keyboard.type('x');
  expect(await name.inputValue()).toBe('Joseph Mathew');
  await answer();
  await incident.alerts(NOT_SAVED);
  expect(await isFocused(name)).toBe(true);
  await person.page.keyboard.type(' X');
  expect(await name.inputValue()).toBe('Joseph Mathew X');

  const again = held();
  const today = person.page.getByRole('radio', { name: 'Today' });
  await today.check();
  await today.press('Enter');
  const answerAgain = await again;
  await person.page.getByRole('radio', { name: 'It can wait' }).evaluate((other: HTMLInputElement) => other.click());
  expect(await today.isChecked()).toBe(true);
  await answerAgain();
  await incident.alerts(NOT_SAVED);
  await expect.poll(() => today.isEnabled()).toBe(true);
  expect(await isFocused(today)).toBe(true);
});

// The same in the modal: incident.walk.test.ts.
describe('on the page of its own, an edit', () => {
  it('does not undo what another captain has written meanwhile, unless it is saved once more', async () => {
    const id = await situations.make('REPORTED');
    const { person, incident, field, save } = await editing('page', id);
    await field('Description').fill('Mine.');
    await situations.change(id, { description: 'Theirs.', location: 'Their place.' });
    await save.click();
    await incident.alerts(
      'Somebody else has changed this incident meanwhile. It is REPORTED now. Changed: description, location. The description is now “Theirs.” Saving again replaces only the fields that you have changed.',
    );
    expect((await situations.incident(id)).description).toBe('Theirs.');
    await save.click();
    await person.isAt(`/incident/${id}`);
    await incident.fact('Description').getByText('Mine.').waitFor();
    // What was not changed here is not sent as it was before.
    await incident.fact('Location').getByText('Their place.').waitFor();
  });

  it('says so when the device gives no location, and can be given up', async () => {
    const { person, incident, field } = await editing('page', '1');
    const locate = person.page.getByRole('button', { name: 'Use my location' });
    await locate.click();
    await incident.alerts('Unable to retrieve location. Please check your browser permissions.');
    await person.page.addInitScript('delete Navigator.prototype.geolocation');
    await person.page.reload();
    await locate.click();
    await incident.alerts('Geolocation is not supported by your browser.');
    await field('Description').fill('Never mind.');
    await person.page.getByRole('main').or(incident.dialog).getByRole('button', { name: 'Cancel' }).last().click();
    await person.isAt('/incident/1');
    await incident.closed();
    await incident.fact('Description').getByText('Kitten stuck').waitFor();
  });
});

describe('two edits of one captain', () => {
  it('do not conflict, even if the incident cannot be fetched in between', async () => {
    const id = await situations.make('REPORTED');
    const kabir = await testApp.returning('captain');
    await alone(kabir);
    await ways.modal(kabir, id);
    await kabir.page.route(`**/api/incidents/${id}`, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    );
    const incident = new IncidentPage(kabir.page);
    const heard = await listenTo(kabir.page);
    for (const description of ['Two dogs.', 'Three dogs.']) {
      if (description === 'Three dogs.') await incident.header('Edit').click();
      await kabir.page.getByLabel('Description', { exact: true }).fill(description);
      await kabir.page.getByRole('button', { name: 'Save Changes' }).click();
      await incident.closed();
      await incident.fact('Description').getByText(description).waitFor();
    }
    await expect.poll(heard).toContain('Changes saved.');
    expect((await situations.incident(id)).description).toBe('Three dogs.');
    expect(testApp.complaints().join()).toContain('A feed failed');
  });
});

/** Where the device is. */
const HERE = { latitude: 12.97161234, longitude: 77.5946 };

/** Kabir has pressed Update Location, and opens a dialog before the device has answered. */
async function whileLocating(open: (incident: IncidentPage) => Promise<unknown>) {
  const id = await situations.make('REPORTED');
  const { person, incident } = await visitIncident(testApp, 'captain', id, {
    prepare: ({ page }) => page.addInitScript(device),
  });
  await incident.press('Update Location');
  await open(incident);
  return {
    ...{ id, incident, field: (label: string) => person.page.getByLabel(label, { exact: true }) },
    async isLocated() {
      await deviceAnswers(person.page, 'found');
      await incident.map.waitFor();
    },
  };
}

describe("a captain's own Update Location", () => {
  it('is no conflict with their edit, which does not undo it', async () => {
    const { id, incident, field, isLocated } = await whileLocating((page) => page.header('Edit').click());
    await field('Description').fill('Two dogs.');
    await isLocated();
    await expect.poll(() => field('Latitude').inputValue()).toBe('12.97161');
    expect(await field('Description').inputValue()).toBe('Two dogs.');
    await incident.answer('Save Changes');
    await incident.closed();
    await incident.fact('Description').getByText('Two dogs.').waitFor();
    expect(await situations.incident(id)).toMatchObject({ description: 'Two dogs.', ...HERE });
  });

  it('is no conflict with the reason why they close it', async () => {
    const { id, incident, field, isLocated } = await whileLocating((page) => page.press('Close Incident'));
    await field('Reason').fill('A false alarm.');
    await isLocated();
    await incident.answer('Close Incident');
    await incident.closed();
    await incident.is('CLOSED');
    expect(await situations.incident(id)).toMatchObject({ status: 'CLOSED', ...HERE });
  });
});

describe('the edit form as a page', () => {
  it('tells a member below captain which role it takes', async () => {
    const mira = await testApp.returning('member');
    await mira.open('/incident/1/update');
    await mira.page.getByText(ONLY_CAPTAINS, { exact: true }).waitFor();
    for (const name of ['Save Changes', 'Try again'])
      expect(await mira.page.getByRole('button', { name }).count(), name).toBe(0);
    await mira.page.getByRole('button', { name: 'OK', exact: true }).click();
    await mira.isAt('/incident/1');
  });

  it('says why there is nothing to edit, and tries again', async () => {
    const kabir = await testApp.returning('captain');
    await alone(kabir);
    const incident = new IncidentPage(kabir.page);
    let status: number | null = 500;
    await kabir.page.route('**/api/incidents/1', (route) =>
      status ? route.fulfill({ status, json: {} }) : route.abort(),
    );
    await kabir.open('/incident/1/update');
    await incident.alerts('Failed to fetch incident (Status: 500). Check console for details.');
    status = null;
    await incident.retry.click();
    await incident.alerts('Could not connect to the server.');
    status = 404;
    await incident.retry.click();
    await incident.alerts('Incident not found.');
  });
});

it('an edit stays when another act is refused late, and an alert says why (DECISIONS 347)', async () => {
  const id = await situations.make('ONGOING');
  const { page, open } = await testApp.returning('captain');
  const incident = new IncidentPage(page);
  const field = page.getByLabel('Description', { exact: true });
  await open(`/incident/${id}`);
  await incident.isShown(id);
  const calls = await handOn(page, (request) => request.method() !== 'GET');
  calls.hold();
  await incident.press('Mark as Resolved');
  await incident.header('Edit').click();
  await field.fill('Two dogs.');
  await calls.let(answers(403, '{"message":"No."}'));
  await page.getByText('You need to be a Rescue Captain or higher to resolve an incident.').first().waitFor();
  expect(await field.inputValue()).toBe('Two dogs.');
});

it('an edit begins with what the server has sent, not with a copy of the device', async () => {
  const id = await situations.make('REPORTED');
  const kabir = await testApp.returning('captain');
  const incident = new IncidentPage(kabir.page);
  const field = kabir.page.getByLabel('Description', { exact: true });
  await kabir.open(`/incident/${id}`);
  await incident.isShown(id);
  await expect.poll(() => knownOf(kabir)).toContain(`incident/${id}`);
  await kabir.open('/live');
  await kabir.isAt('/live');
  await situations.change(id, { description: 'Theirs.' });

  const calls = await handOn(kabir.page, (request) => request.url().includes(`/api/incidents/${id}`));
  calls.hold();
  await kabir.open(`/incident/${id}`);
  await incident.isShown(id);
  const edit = incident.header('Edit');
  expect(await edit.isDisabled()).toBe(true);
  await edit.click({ force: true });
  await kabir.page.getByText('Please wait until the server has sent this incident.').first().waitFor();
  await calls.free();
  await edit.click();
  expect(await field.inputValue()).toBe('Theirs.');
  await kabir.page.keyboard.press('Escape');
  await incident.closed();

  await kabir.setOffline(true);
  await expect.poll(() => edit.isDisabled()).toBe(true);
  expect(await edit.getAttribute('title')).toBe('Edit: needs the network');
});
