import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openTestApp, type Person, type PersonOptions } from '../kit/browser';
import { passAgain } from './calls';
import { AssignmentPage, IncidentModalPage } from './pages/cases';

const INCIDENT = '**/api/incidents/3';
const TEAM = '**/api/incidents/3/assignment/team';

const testApp = openTestApp();

/** Mira in the chat about the dog at the bridge. */
async function inTheChat(prepare: (mira: Person) => Promise<unknown> = async () => {}, options: PersonOptions = {}) {
  const mira = await testApp.returning('member', options);
  await prepare(mira);
  await mira.open('/chat');
  await mira.chats.open('Incident #3');
  await mira.chat.isUsable();
  return { mira, modal: new IncidentModalPage(mira.page) };
}

describe('the incident details modal of a case chat (S1 §2)', () => {
  it('shows the incident and its team, and leads to the map and to its page', async () => {
    const { mira, modal } = await inTheChat();
    await modal.info.click();
    await modal.viewTeam.waitFor();
    const facts = ['Incident ID', 'Status', 'Animal Type', 'Informer', 'Contact', 'Location', 'Description'];
    expect(await Promise.all(facts.map((fact) => modal.fact(fact).innerText()))).toEqual([
      '#3',
      'ASSIGNED',
      'Dog',
      expect.stringMatching(/\w+/),
      expect.stringMatching(/^\d{10}$/),
      'Old bridge, east bank, below the tea stall',
      'Brown dog hit by a scooter. Limping, lets people come near.',
    ]);
    expect(await modal.fact('Reported At').innerText()).toMatch(/\d{4}.*\d{1,2}:\d{2}/);
    expect(await modal.map.getAttribute('href')).toContain('18.5204,73.8567');
    expect(await modal.map.getAttribute('target')).toBe('_blank');
    expect(await modal.map.getAttribute('rel')).toMatch(/noopener|noreferrer/);

    await modal.viewTeam.click();
    await modal.team.getByText(/^Assigned by Kabir/).waitFor();
    expect(await modal.team.getByRole('heading').innerText()).toBe('Team 3');
    expect(await modal.team.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Mira'),
      expect.stringContaining('Ravi'),
      expect.stringContaining('Tara'),
    ]);
    await modal.team.getByText('Close', { exact: true }).click();
    await modal.team.waitFor({ state: 'detached' });
    await mira.page.keyboard.press('Escape');
    await modal.dialog.waitFor({ state: 'detached' });
    expect(await modal.info.evaluate((button) => button === document.activeElement)).toBe(true);

    await modal.info.click();
    await modal.dialog.getByRole('link', { name: 'Open Incident' }).click();
    await mira.isAt('/incident/3');
  });

  it('says what is missing: a place, a time, coordinates; and keeps the close button of its team in sight, however long a name is', async () => {
    const teamName = `Team${'m'.repeat(100)}`;
    const { modal } = await inTheChat(
      async ({ page }) => {
        await page.route(INCIDENT, (route) =>
          route.fulfill({ json: { id: 3, status: 'ON_HOLD', animalType: 'HORSE' } }),
        );
        await page.route(TEAM, (route) => route.fulfill({ json: { teamName, teamMembers: [] } }));
      },
      { viewport: { width: 360, height: 640 } },
    );
    await modal.info.click();
    await modal.viewTeam.waitFor();
    const facts = ['Status', 'Animal Type', 'Location', 'Reported At'];
    expect(await Promise.all(facts.map((fact) => modal.fact(fact).innerText()))).toEqual([
      'ON HOLD',
      'Horse',
      'Not yet updated.',
      'N/A',
    ]);
    expect(await modal.map.count()).toBe(0);

    await modal.viewTeam.click();
    await modal.team.getByRole('heading', { name: teamName }).waitFor();
    const boxOf = async (thing: Locator) => (await thing.boundingBox()) ?? { x: 0, width: 0 };
    const close = await boxOf(modal.team.getByRole('button', { name: 'Close', exact: true }).first());
    const dialog = await boxOf(modal.team);
    expect(close.width).toBe(44);
    expect(close.x + close.width).toBeLessThanOrEqual(dialog.x + dialog.width);
    expect(dialog.x + dialog.width).toBeLessThanOrEqual(360);
  });

  it('tells when the server refuses or cannot be reached, logs the status, and tries again; so does its team', async () => {
    let status: number | null = 502;
    const { mira, modal } = await inTheChat(({ page }) =>
      page.route(INCIDENT, (route) => (status ? route.fulfill({ status, json: {} }) : route.abort())),
    );
    const logged = (code: number) => {
      const log = `Failed to fetch incident details. Status: ${code}`;
      return () => testApp.complaints().some((complaint) => complaint.includes(log));
    };
    const failure = modal.dialog.getByRole('alert').getByText('Could not connect to the server.', { exact: true });
    await modal.info.click();
    await failure.waitFor();
    expect(logged(502)()).toBe(true);
    status = null;
    await modal.retry.click();
    await expect.poll(logged(0)).toBe(true);
    await failure.waitFor();
    await passAgain(mira.page, INCIDENT);
    await modal.retry.click();

    await mira.page.route(TEAM, (route) => route.fulfill({ status: 500, json: {} }));
    await modal.viewTeam.click();
    await modal.team.getByRole('alert').getByText('Could not fetch team details.', { exact: true }).waitFor();
    await passAgain(mira.page, TEAM);
    await modal.retry.click();
    await modal.team.getByText('Tara', { exact: true }).waitFor();
  });
});

it('Assign Team finds volunteers by name, says who is chosen, and tells those with one name apart, in the dialog, too (DECISIONS 348)', async () => {
  const noor = (userId: string, phoneNumber: string, lastName = 'Khan') => ({
    ...{ userId, firstName: 'Noor', lastName, fullName: `Noor ${lastName}`, phoneNumber },
    experienceLevel: 'Beginner',
  });
  const people = [
    noor('901', '9000000001'),
    noor('902', '9000000002'),
    { ...noor('903', '9000000003', 'Das'), isEngagedInActiveCase: true },
  ];
  const { page, open } = await testApp.returning('captain');
  await page.route('**/assignment/volunteers', (route) => route.fulfill({ json: people }));
  const json = { caseId: '7', teamName: 'Team 7', teamMembers: people };
  await page.route('**/assignment/assign-team*', (route) => route.fulfill({ json }));
  await open('/incident/5/assign');
  const assignment = new AssignmentPage(page);
  const { cards, chosen, search } = assignment;
  await expect
    .poll(async () => (await cards.allInnerTexts()).map((text) => text.match(/\d{10}/)?.[0]))
    .toEqual([
      '9000000001',
      '9000000002',
      // Nobody else has this name.
      undefined,
    ]);
  await cards.first().click();
  // A captain whom somebody calls finds them by name, sees who is chosen, and takes back a wrong press (DECISIONS 367).
  await search.fill('das noor');
  await expect.poll(() => cards.count()).toBe(1);
  await cards.first().click();
  await expect.poll(() => chosen.allInnerTexts()).toEqual(['Noor Khan 9000000001', 'Noor Das']);
  await search.fill('zoya');
  await assignment.says('Nobody fits this search.');
  // With the phone's keyboard open the names of the chosen are hidden; doubts about the choice stay.
  await page.setViewportSize({ width: 360, height: 400 });
  await expect.poll(() => chosen.first().isVisible()).toBe(false);
  expect(await page.getByText('Engaged in another case: Noor Das').isVisible()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 720 });
  await chosen.filter({ hasText: 'Noor Das' }).click();
  await search.clear();
  await expect.poll(() => cards.count()).toBe(3);
  await expect.poll(() => chosen.allInnerTexts()).toEqual(['Noor Khan 9000000001']);
  await page.getByRole('button', { name: 'Assign Team (1 Selected)' }).click();
  const team = assignment.dialog.getByRole('list', { name: 'Team members' }).getByRole('listitem');
  await expect
    .poll(() => team.allInnerTexts())
    .toEqual([
      expect.stringMatching(/Noor Khan\s+9000000001/),
      expect.stringMatching(/Noor Khan\s+9000000002/),
      expect.stringContaining('Noor Das'),
    ]);
});
