import { describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { jpeg } from '../kit/media';
import { buttonsAt } from '../walks/incidents/incident.facts';
import { answers, handOn, passes } from './calls';
import { knownOf } from './device';
import { IncidentPage } from './pages/incident';
import { situationsOf } from './situations';
import { openIncident } from './visits';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const atIncident = (username: string, id: string, prepare?: (person: Person) => Promise<unknown>) =>
  openIncident(testApp, username, id, prepare && { prepare });

describe('the page of an incident', () => {
  it('tells the day since when somebody is on the way, unless it is today', async () => {
    const movedAt = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const { person } = await atIncident('member', '3', ({ page }) =>
      page.route('**/api/incidents/3', async (route) => {
        const json = (await (await route.fetch()).json()) as { team: object[] };
        const team = json.team.map((one) => ({ ...one, movement: 'ARRIVED', movedAt }));
        await route.fulfill({ json: { ...json, team } });
      }),
    );
    const way = person.page.getByRole('region', { name: 'On the Way' });
    await way
      .getByRole('listitem')
      .filter({ hasText: 'Ravi' })
      .getByText(/^Arrived since yesterday, \d/)
      .waitFor();
  });

  it('shows every field, a number to call, its media and its place (S2 §2)', async () => {
    const id = await situations.report([await jpeg(), await jpeg()], {
      animalType: 'CATTLE',
      location: 'Ring road',
      description: 'A cow.\nShe cannot stand.',
      latitude: 18.5204,
      longitude: 73.8567,
    });
    const { incident, person } = await atIncident('member', id);
    await incident.isShown(id);
    const names = ['Incident ID', 'Status', 'Animal Type', 'Informer', 'Contact', 'Location', 'Description'];
    expect(await Promise.all(names.map((name) => incident.fact(name).innerText()))).toEqual([
      `#${id}`,
      'REPORTED',
      'Cattle',
      'Lakshmi Iyer',
      expect.stringContaining('9812345670'),
      'Ring road',
      'A cow.\nShe cannot stand.',
    ]);
    expect(await incident.fact('Reported At').innerText()).toMatch(/\d{1,2} \w+ \d{4}, \d{2}:\d{2}/);
    expect(await incident.contact.getAttribute('href')).toBe('tel:9812345670');
    expect(await incident.media.innerText()).toBe('View Media (2)');
    expect(await incident.map.getAttribute('href')).toContain('18.5204,73.8567');
    expect(await incident.map.getAttribute('target')).toBe('_blank');
    expect(await incident.header('History').count()).toBe(0);
    expect(await person.page.title()).toContain(`Incident #${id}`);
    await incident.media.click();
    await person.isAt(`/incident/${id}/media`);
  });

  it("says 'Not yet updated.' and 'N/A' for what is missing, and has no media, map or history then", async () => {
    const id = await situations.make('REPORTED');
    const { incident } = await atIncident('member', id, (person) =>
      person.page.route(`**/api/incidents/${id}`, async (route) => {
        // This fails for a call that is under way when the browser is closed.
        const answer = await route.fetch().catch(() => null);
        await route.fulfill({ json: { ...(await answer?.json()), location: null, reportedAt: null } }).catch(() => {});
      }),
    );
    await incident.isShown(id);
    expect(await incident.fact('Location').innerText()).toBe('Not yet updated.');
    expect(await incident.fact('Reported At').innerText()).toBe('N/A');
    expect([
      await incident.media.count(),
      await incident.map.count(),
      await incident.header('History').count(),
    ]).toEqual([0, 0, 0]);
  });

  it('shows an incident of another server that sends few fields', async () => {
    const { incident } = await atIncident('captain', '3', (person) =>
      person.page.route('**/api/incidents/3', (route) =>
        route.fulfill({
          json: { id: 3, status: 'ADOPTED_BY_TEAM', animalType: 'STREET_COW', extra: { nobody: 'knows' } },
        }),
      ),
    );
    await incident.isShown('3');
    expect(await incident.fact('Status').innerText()).toBe('ADOPTED BY TEAM');
    expect(await incident.fact('Animal Type').innerText()).toBe('Street Cow');
    expect(await incident.buttons()).toEqual([]);
    await incident.header('Edit').click();
    await incident.dialog.getByRole('heading', { name: 'Edit Incident' }).waitFor();
  });

  it('has its header in one line on a phone of 360 px', async () => {
    const id = await situations.make('ONGOING');
    const person = await testApp.returning('captain', { viewport: { width: 360, height: 740 } });
    await person.open(`/incident/${id}`);
    const incident = new IncidentPage(person.page);
    await incident.isShown(id);
    const parts = [
      person.page.getByRole('heading', { name: `Incident #${id}`, exact: true }),
      ...['Back', 'History', 'Edit'].map((name) => incident.header(name)),
    ];
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    const [heading, ...buttons] = boxes.map((box) => ({
      top: box?.y ?? 0,
      bottom: (box?.y ?? 0) + (box?.height ?? 0),
    }));
    for (const { top, bottom } of buttons) {
      expect(top).toBe(buttons[0]?.top);
      expect(bottom - top).toBeGreaterThanOrEqual(44);
      expect(top).toBeLessThan(heading?.bottom ?? 0);
    }
  });

  it('shows the first lines of a long description, so that the actions stay near, and all of it on demand', async () => {
    const short = await situations.report([], { description: 'One.\nTwo.\nThree.\nFour.\nFive.\nSix.' });
    const long = await situations.report([], { description: 'It lies by the road. '.repeat(60).trim() });
    const person = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
    const incident = new IncidentPage(person.page);
    await person.open(`/incident/${short}`);
    await incident.isShown(short);
    const more = incident.details.getByRole('button', { name: 'Show all' });
    expect(await more.count()).toBe(0);
    await person.open(`/incident/${long}`);
    await incident.isShown(long);
    const height = async () => (await incident.fact('Description').boundingBox())?.height ?? 0;
    const before = await height();
    // Six lines of at most 28 px, and the button.
    expect(before).toBeLessThan(6 * 28 + 60);
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.click();
    const less = incident.details.getByRole('button', { name: 'Show less', expanded: true });
    expect(await height()).toBeGreaterThan(2 * before);
    await less.click();
    expect(await height()).toBe(before);
    expect(await incident.fact('Description').evaluate((dd) => dd.getBoundingClientRect().top)).toBeGreaterThan(0);

    // On the narrowest phone the sign of a status with a long name is whole.
    await person.page.setViewportSize({ width: 320, height: 640 });
    await person.open('/incident/4');
    await incident.isShown('4');
    const sign = await incident.fact('Status').locator('svg').boundingBox();
    expect([sign?.width, sign?.width]).toEqual([sign?.height, 14]);
  });

  it('leads back to where the member came from, else to the live incidents', async () => {
    const { incident, person } = await atIncident('member', '1');
    await incident.isShown('1');
    await incident.header('Back').click();
    await person.isAt('/live');
    await person.open('/chat');
    await person.chats.open('Incident #3');
    await person.chat.isUsable();
    const chat = person.route();
    await person.page.getByRole('button', { name: 'Incident details' }).click();
    await incident.dialog.getByRole('link', { name: 'Open Incident' }).click();
    await incident.isShown('3');
    await incident.header('Back').click();
    await person.isAt(chat);
  });
});

/** The words on the buttons that do not look like 'Update Location', an ordinary one. */
const highlighted = ({ actions }: IncidentPage) =>
  actions.getByRole('button').evaluateAll((buttons) => {
    const ground = (button?: Element) => button && getComputedStyle(button).backgroundColor;
    const ordinary = ground(buttons.find(({ textContent }) => textContent?.trim() === 'Update Location'));
    return buttons.filter((one) => ground(one) !== ordinary).map(({ textContent }) => textContent?.trim());
  });

describe('the buttons of an incident', () => {
  // Those of a member and of a captain in every status: incident.walk.test.ts. Others have the rights of one of them.
  it('are those of S2 §4 for other roles, and the primary one is not refused', async () => {
    const made = [
      ['REPORTED', await situations.make('REPORTED')],
      ['ONGOING', await situations.make('ONGOING')],
    ] as const;
    for (const [username, isCaptain, primary] of [
      ['inventory', false, "I'm Interested"],
      ['admin', true, 'Assign Team'],
      ['superadmin', true, 'Assign Team'],
    ] as const) {
      const person = await testApp.returning(username);
      const incident = new IncidentPage(person.page);
      for (const [status, id] of made) {
        await person.open(`/incident/${id}`);
        await incident.isShown(id);
        await incident.is(status);
        expect(await incident.buttons(), `${username}, ${status}`).toEqual(buttonsAt(status, isCaptain));
        expect(await highlighted(incident), `${username}, ${status}`).toEqual([primary]);
      }
    }
  });
});

describe('an incident that cannot be shown', () => {
  it('because there is none says so', async () => {
    const { incident, person } = await atIncident('member', 'none');
    for (const id of ['none', '999999']) {
      await person.open(`/incident/${id}`);
      await incident.alerts('Incident not found.');
      expect(await incident.retry.count()).toBe(0);
      await person.page.getByRole('link', { name: 'View Live Incidents' }).click();
      await person.isAt('/live');
    }
  });
});

it('an incident that was deleted does not stay on the device', async () => {
  const id = await situations.make('CLOSED');
  const { incident, person } = await atIncident('member', id);
  await incident.isShown(id);
  await expect.poll(() => knownOf(person)).toContain(`incident/${id}`);
  await person.menu.goTo('My Cases');
  await person.isAt('/my-cases');
  await situations.remove(id);
  await person.open(`/incident/${id}`);
  await incident.alerts('Incident not found.');
  await expect.poll(() => knownOf(person)).not.toContain(`incident/${id}`);
});

it('an incident that cannot be fetched again says so, and that it may be tried again', async () => {
  const id = await situations.make('REPORTED');
  const { incident, person } = await atIncident('member', id);
  await incident.isShown(id);
  const calls = await handOn(person.page, (request) => request.url().endsWith(`/api/incidents/${id}`));
  await person.chat.isConnected();
  calls.always(answers(503, '{}'));
  await situations.change(id, { description: 'It stands again.' });
  const bar = person.page.getByText('Failed to fetch incident (Status: 503). Check console for details.');
  await bar.waitFor();
  expect(await incident.fact('Description').innerText()).toBe('Limping.');
  calls.always(passes);
  await person.page.getByRole('button', { name: 'Try again' }).click();
  await bar.waitFor({ state: 'detached' });
  await expect.poll(() => incident.fact('Description').innerText()).toBe('It stands again.');
});
