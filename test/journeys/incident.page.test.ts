import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IncidentStatus } from '../../src/contract/incidents';
import { openTheatre, type Person, type Theatre } from '../kit/browser';
import { jpeg } from '../kit/media';
import { IncidentPage } from './pages/incident';
import { type Situations, situationsOf } from './situations';
import { alone, failing, openIncident } from './visits';

let theatre: Theatre;
let situations: Situations;
beforeAll(async () => {
  theatre = await openTheatre();
  situations = situationsOf(theatre);
});
afterEach(() => theatre.sendHome());
afterAll(() => theatre.close());

const atIncident = (username: string, id: string, prepare?: (person: Person) => Promise<unknown>) =>
  openIncident(theatre, username, id, prepare && { prepare });

describe('the page of an incident', () => {
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
      'Asif Khan',
      expect.stringContaining('9876543210'),
      'Ring road',
      'A cow.\nShe cannot stand.',
    ]);
    expect(await incident.fact('Reported At').innerText()).toMatch(/\d{1,2} \w+ \d{4}, \d{2}:\d{2}/);
    expect(await incident.contact.getAttribute('href')).toBe('tel:9876543210');
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
        // One more may be under way when the browser is closed.
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

  it('shows an incident of another server that says little of it', async () => {
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
    const person = await theatre.returning('captain', { viewport: { width: 360, height: 740 } });
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

/** S2 §4 "Actions on the detail page by status", as they are read on the buttons. No coordinates yet. */
const table: Readonly<Record<IncidentStatus, { all: string[]; captains: string[] }>> = {
  REPORTED: { all: ["I'm Interested", 'Assign Team', 'Update Location'], captains: ['Close Incident'] },
  ASSIGNED: {
    all: ['View Team', 'View Team Kit', 'Copy Details', 'Reassign Team', 'Update Location'],
    captains: [],
  },
  IN_PROGRESS: { all: ['View Team', 'View Team Kit', 'Update Location'], captains: [] },
  ONGOING: { all: ["I'm Interested", 'Assign Team', 'Update Location'], captains: ['Mark as Resolved'] },
  RESOLVED: { all: [], captains: ['Reactivate', 'Delete Incident'] },
  CLOSED: { all: [], captains: ['Delete Incident'] },
};

describe.each(Object.entries(table))('the buttons of an incident that is %s', (status, { all, captains }) => {
  it('are those of S2 §4 for each role', async () => {
    const id = await situations.make(status as IncidentStatus);
    for (const username of ['tara', 'inventory', 'captain', 'admin', 'superadmin']) {
      const { incident, person } = await atIncident(username, id);
      await incident.isShown(id);
      await incident.is(status.replace('_', ' '));
      const isCaptain = !['tara', 'inventory'].includes(username);
      expect(await incident.buttons(), username).toEqual(isCaptain ? [...all, ...captains] : all);
      expect(await incident.header('Edit').count()).toBe(1);
      await person.context.close();
    }
  });
});

describe('a member below captain', () => {
  it.each([
    ['REPORTED', 'Assign Team', "You need to have the 'Rescue Captain' or a higher role to assign a team to a case."],
    ['ONGOING', 'Assign Team', "You need to have the 'Rescue Captain' or a higher role to assign a team to a case."],
    ['ASSIGNED', 'Reassign Team', "You need to have the 'Rescue Captain' or a higher role to assign a team to a case."],
    ['RESOLVED', 'Edit', "You need 'Rescue Captain' or a higher role to update incident details."],
  ] as const)('who presses at %s %s is told which role it takes', async (status, button, text) => {
    const id = await situations.make(status);
    const { incident, person } = await atIncident('tara', id);
    await incident.isShown(id);
    await (button === 'Edit' ? incident.header(button) : incident.button(button)).click();
    await incident.dialog.getByRole('heading', { name: 'Unauthorized Action' }).waitFor();
    await incident.dialog.getByText(text, { exact: true }).waitFor();
    await incident.answer('OK');
    await incident.closed();
    expect(person.route()).toBe(`/incident/${id}`);
  });

  it('as a captain comes to the assignment of a team', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    await incident.press('Assign Team');
    await person.isAt(`/incident/${id}/assign`);
    await person.page.goBack();
    await incident.isShown(id);
    expect(person.route()).toBe(`/incident/${id}`);
  });
});

describe('an incident that cannot be shown', () => {
  it.each([
    ['the server fails', 500, 'Failed to fetch incident (Status: 500). Check console for details.'],
    ['the server refuses', 403, 'Failed to fetch incident (Status: 403). Check console for details.'],
    ['the server cannot be reached', null, 'Could not connect to the server.'],
    ['the answer cannot be read', 200, 'Failed to fetch incident (Status: 200). Check console for details.'],
  ])('because %s says so, and tries again', async (_, status, text) => {
    const path = '**/api/incidents/3';
    const { incident, person } = await atIncident('member', '3', async (mira) => {
      await alone(mira);
      await mira.page.route(path, failing(status));
    });
    await incident.alerts(text);
    expect(theatre.complaints().join()).toContain('fetchIncident');
    await incident.retry.click();
    await incident.alerts(text);
    await person.page.unroute(path);
    await incident.retry.click();
    await incident.isShown('3');
  });

  it.each(['999999', 'none'])('because there is none (%s) says so', async (id) => {
    const { incident, person } = await atIncident('member', id);
    await incident.alerts('Incident not found.');
    expect(await incident.retry.count()).toBe(0);
    await person.page.getByRole('link', { name: 'View Live Incidents' }).click();
    await person.isAt('/live');
  });
});

describe('while it is looked at', () => {
  it('an incident shows what others do to it, without a reload', async () => {
    const id = await situations.make('REPORTED');
    const { incident } = await atIncident('member', id);
    await incident.isShown(id);
    await incident.press("I'm Interested");
    await incident.details.getByText('Interested: Mira').waitFor();
    await situations.put('captain', `/api/incidents/${id}/location`, { latitude: 18.5, longitude: 73.8 });
    await incident.map.waitFor();
    await incident.button('Update Location').waitFor({ state: 'detached' });
    await situations.put('captain', `/api/incidents/${id}/close`, { reason: 'A false alarm.' });
    await incident.is('CLOSED');
    await incident.actions.getByText('There is nothing to be done here for you now.').waitFor();
  });
});
