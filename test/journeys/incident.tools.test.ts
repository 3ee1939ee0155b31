import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTheatre, type Person, type Theatre } from '../kit/browser';
import { type Situations, situationsOf } from './situations';
import { failing, type Visit, visitIncident } from './visits';

let theatre: Theatre;
let situations: Situations;
beforeAll(async () => {
  theatre = await openTheatre();
  situations = situationsOf(theatre);
});
afterEach(() => theatre.sendHome());
afterAll(() => theatre.close());

const atIncident = (username: string, id: string, visit?: Visit) => visitIncident(theatre, username, id, visit);

const here: BrowserContextOptions = {
  geolocation: { latitude: 18.5204, longitude: 73.8567 },
  permissions: ['geolocation'],
};
const UNREACHABLE = 'Could not connect to the server.';

describe('Update Location', () => {
  it('can be given up while the device is asked, and cannot be pressed twice meanwhile', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('tara', id, {
      prepare: ({ page }) =>
        page.addInitScript(() => {
          // A question for permission that nobody answers.
          navigator.geolocation.getCurrentPosition = () => {};
        }),
    });
    await incident.press('Update Location');
    await incident.says('Getting your location...');
    expect(await incident.button('Update Location').isDisabled()).toBe(true);
    await incident.press('Cancel');
    await incident.status('Getting your location...').waitFor({ state: 'detached' });
    expect(await incident.button('Update Location').isEnabled()).toBe(true);
    expect(await person.page.getByRole('alert').getByText(/\w/).count()).toBe(0);
  });

  it('says how far it has got, and tells the place of the device', async () => {
    const id = await situations.make('ASSIGNED');
    const { incident, person } = await atIncident('tara', id, { options: here });
    let locate = () => {};
    let save = () => {};
    const located = new Promise<void>((resolve) => {
      locate = resolve;
    });
    const saved = new Promise<void>((resolve) => {
      save = resolve;
    });
    // The device takes its time.
    await person.page.exposeFunction('deviceMayAnswer', () => located);
    await person.page.evaluate(() => {
      const device = navigator.geolocation;
      const ask = device.getCurrentPosition.bind(device);
      device.getCurrentPosition = async (...given) => {
        await (window as unknown as { deviceMayAnswer(): Promise<void> }).deviceMayAnswer();
        ask(...given);
      };
    });
    await person.page.route('**/location', async (route) => {
      await saved;
      await route.continue();
    });
    await incident.press('Update Location');
    await incident.says('Getting your location...');
    locate();
    await incident.says('Location found. Updating incident...');
    save();
    await incident.says('Location updated successfully!');
    await incident.map.waitFor();
    expect(await incident.button('Update Location').count()).toBe(0);
    await incident.status('Location updated successfully!').waitFor({ state: 'detached' });
    expect(await situations.incident(id)).toMatchObject({ latitude: 18.5204, longitude: 73.8567 });
  });

  it.each([
    [
      'the browser has no geolocation',
      (person: Person) => person.page.addInitScript('delete Navigator.prototype.geolocation'),
      'Geolocation is not supported by your browser.',
    ],
    [
      'the member does not allow it',
      async () => {},
      'Unable to retrieve location. Please check your browser permissions.',
    ],
    [
      'the device takes too long',
      (person: Person) =>
        person.page.addInitScript(() => {
          navigator.geolocation.getCurrentPosition = (_, refuse, options) => {
            if (options?.timeout === 10_000)
              refuse?.({ code: 3, message: 'Timeout expired' } as GeolocationPositionError);
          };
        }),
      'Unable to retrieve location. Please check your browser permissions.',
    ],
  ])('says so when %s, for a few seconds', async (_, prepare, text) => {
    const id = await situations.make('REPORTED');
    const { incident } = await atIncident('member', id, { prepare });
    await incident.press('Update Location');
    await incident.alerts(text);
    await incident.actions.getByText(text).waitFor({ state: 'detached' });
    expect((await situations.incident(id)).latitude).toBe(null);
  });

  it.each([[500], [null]])('says so when the server answers %s, and can be tried again', async (status) => {
    const id = await situations.make('IN_PROGRESS');
    const { incident, person } = await atIncident('member', id, { options: here });
    await person.page.route('**/location', failing(status));
    await incident.press('Update Location');
    await incident.alerts('Error updating location. Please try again.');
    await person.page.unroute('**/location');
    await incident.press('Update Location');
    await incident.says('Location updated successfully!');
  });

  it('says who was faster (decision 26)', async () => {
    const id = await situations.make('ONGOING');
    const { incident } = await atIncident('member', id, {
      options: here,
      prepare: (person) => person.page.route('**/ws/**', (route) => route.abort()),
    });
    await situations.put('captain', `/api/incidents/${id}/location`, { latitude: 18.6, longitude: 73.9 });
    await incident.press('Update Location');
    await incident.alerts('This incident already has coordinates. Only a Rescue Captain or higher can change them.');
    await incident.map.waitFor();
    expect(await situations.incident(id)).toMatchObject({ latitude: 18.6, longitude: 73.9 });
  });
});

describe('copying', () => {
  const allowed: BrowserContextOptions = { permissions: ['clipboard-read', 'clipboard-write'] };
  const clipboard = (person: Person) => person.page.evaluate(() => navigator.clipboard.readText());
  const denied = (person: Person) =>
    person.page.addInitScript(() => {
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
    });

  it('puts the contact on the clipboard, and says so for 2 s', async () => {
    const { incident, person } = await atIncident('member', '2', { options: allowed });
    await incident.copyContact.click();
    await incident.says('Copied!');
    expect(await clipboard(person)).toBe('9812345670');
    await incident.status('Copied!').waitFor({ state: 'detached' });
  });

  it('puts the rescue alert with the team on the clipboard (S2 §4)', async () => {
    const { incident, person } = await atIncident('member', '3', { options: allowed });
    await incident.press('Copy Details');
    await incident.button('Copied!').waitFor();
    await incident.button('Copy Details').waitFor();
    const text = await clipboard(person);
    expect(text.split('\n').filter((line) => !line.startsWith('Reported: '))).toEqual([
      '🚨 RESCUE ALERT 🚨',
      'Incident #3 (ASSIGNED)',
      '',
      'Animal: Dog',
      'Location: Old bridge, east bank, below the tea stall',
      'Map: https://www.google.com/maps/search/?api=1&query=18.5204,73.8567',
      'Informer: Lakshmi Iyer',
      'Contact: 9812345670',
      'Description: Brown dog hit by a scooter. Limping, lets people come near.',
      '',
      'Team: Team 3',
      'Members: Mira, Ravi, Tara',
      'Assigned by: Kabir Sethi',
    ]);
  });

  it('says so when the browser does not let it', async () => {
    const { incident } = await atIncident('member', '3', { prepare: denied });
    await incident.copyContact.click();
    await incident.says('Failed to copy contact. Please try again.');
    await incident.press('Copy Details');
    await incident.says('Failed to copy details. Please try again.');
  });

  it('says so when the team cannot be fetched', async () => {
    const { incident, person } = await atIncident('member', '3', { options: allowed });
    await person.page.route('**/assignment/team', failing(500));
    await incident.press('Copy Details');
    await incident.says('Failed to copy details. Please try again.');
  });
});

describe('the modals', () => {
  it('show the team, and close again', async () => {
    const { incident, person } = await atIncident('inventory', '3');
    await incident.press('View Team');
    await incident.dialog.getByRole('heading', { name: 'Team 3' }).waitFor();
    await incident.dialog.getByText('Assigned by Kabir').waitFor();
    expect(await incident.dialog.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Mira'),
      expect.stringContaining('Ravi'),
      expect.stringContaining('Tara'),
    ]);
    await person.page.keyboard.press('Escape');
    await incident.closed();
    expect(await incident.button('View Team').evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('show the kit of the team, that it is empty, and why it cannot be shown', async () => {
    const items = '**/assignment/team/items';
    const { incident, person } = await atIncident('member', '4');
    let answer: object | null = ['Gauze × 4 (Ravi)', 'Saline × 1 (Tara)'];
    await person.page.route(items, (route) =>
      answer ? route.fulfill({ json: answer }) : route.fulfill({ status: 500, json: {} }),
    );
    await incident.press('View Team Kit');
    await incident.dialog.getByRole('heading', { name: 'Team Kit' }).waitFor();
    await incident.dialog.getByText('Gauze × 4 (Ravi)').waitFor();
    expect(await incident.dialog.getByRole('listitem').allInnerTexts()).toEqual([
      'Gauze × 4 (Ravi)',
      'Saline × 1 (Tara)',
    ]);
    await incident.dialog.getByText('Close', { exact: true }).click();
    await incident.closed();
    answer = null;
    await incident.press('View Team Kit');
    await incident.alerts('Failed to fetch team kit.');
    answer = [];
    await incident.retry.click();
    await incident.dialog.getByText('The team has no kit items.').waitFor();
    await incident.dialog.getByText('Close', { exact: true }).click();
    await incident.closed();
    await person.page.unroute(items);
    await person.page.route(items, failing(null));
    await incident.press('View Team Kit');
    await incident.alerts(UNREACHABLE);
  });

  it('show the closed cases and all that has happened (S2 §3)', async () => {
    const { incident, person } = await atIncident('member', '5');
    await incident.header('History').click();
    const entry = incident.dialog.getByRole('list', { name: 'Closed cases' }).getByRole('listitem');
    await entry.waitFor();
    expect(await entry.innerText()).toMatch(/^Case #\d+\s+Closed \d+ \w+ \d{4}.*Assigned by Kabir Sethi/s);
    expect(await entry.innerText()).toContain('Mange treated, second dose due next week.');
    expect(await entry.innerText()).toContain('Team 5: Mira, Ravi');
    const timeline = incident.dialog.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    expect(await timeline.locator('strong').allInnerTexts()).toEqual([
      'Reported',
      'Team assigned',
      'Case initiated',
      'Case completed',
    ]);
    expect(await timeline.last().innerText()).toContain('IN PROGRESS → ONGOING');
    await incident.dialog.getByText('Close', { exact: true }).click();
    await incident.closed();
    await person.page.route('**/history', failing(500));
    await incident.header('History').click();
    await incident.alerts('Failed to fetch case history.');
    await person.page.unroute('**/history');
    await incident.retry.click();
    await entry.waitFor();
  });
});
