import { beforeEach, expect, it } from 'vitest';
import { openBesideOtherServer } from '../kit/besideOtherServer';
import type { S2Part } from '../kit/s2part';
import { handOn, passes } from './calls';
import { IncidentPage } from './pages/incident';

/** The incident of the S1 server as another captain may have changed it, and what was saved. */
let incident: Record<string, unknown> = {};
const saved: unknown[] = [];
/** Whether the answers to edits, and those afterwards, are errors of a proxy. */
let isFailing = false;
/** Incidents can be fetched and edited; nobody compares versions. */
const edits: S2Part = ({ method, path, body }) => {
  if (path !== '/api/incidents/12') return undefined;
  if (method === 'GET')
    return isFailing && saved.length > 0 ? { status: 502, body: {} } : { status: 200, body: incident };
  if (method !== 'PUT') return undefined;
  saved.push(body);
  incident = { ...incident, ...(body as object), lastUpdated: `2026-03-10T09:0${saved.length}:00Z` };
  return isFailing ? { status: 502, body: {} } : { status: 200, body: incident };
};
const { returning } = await openBesideOtherServer([edits]);
beforeEach(() => {
  saved.length = 0;
  incident = {
    ...{ id: 12, status: 'ASSIGNED', animalType: 'DOG', informerName: 'Lata Rao', contactNumber: '9876543210' },
    ...{ location: 'Near bridge 12', description: 'A hurt leg.', latitude: 12.9, longitude: 77.5, caseCount: 0 },
    ...{ reportedAt: '2026-03-10T08:00:00Z', lastUpdated: '2026-03-10T08:30:00Z' },
    team: [{ userId: 584, firstName: 'Kabir' }],
  };
});

it('an edit that this server has stored is saved, even if its answer is lost (DECISIONS 281)', async () => {
  const { page, open } = await returning('kabir');
  await open('/incident/12');
  const screen = new IncidentPage(page);
  await screen.isShown('12');
  // Its history has no changes.
  await page.getByRole('link', { name: 'View on Map' }).waitFor();
  expect(await page.getByRole('button', { name: 'Timeline' }).count()).toBe(0);
  await screen.header('Edit').click();
  await page.getByLabel('Location', { exact: true }).fill('Under the bridge');
  // The server answers with an error after it has stored the edit, and the next look at the incident fails, too.
  isFailing = true;
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await screen.alerts('Failed to save changes. Check connection or input.');
  isFailing = false;
  await save.click();
  await screen.closed();
  expect(saved).toMatchObject([{ location: 'Under the bridge' }]);

  // It tells of no changes. One whose dialog was closed meanwhile is fetched when it has ended (DECISIONS 399).
  const puts = await handOn(page, (request) => request.method() === 'PUT');
  await screen.header('Edit').click();
  await page.getByLabel('Location', { exact: true }).fill('Behind the temple');
  puts.hold();
  await save.click();
  await save.and(page.locator('[aria-busy=true]')).waitFor();
  await page.keyboard.press('Escape');
  await screen.closed();
  await puts.let(passes);
  await screen.fact('Location').getByText('Behind the temple').waitFor();
});

it('a captain is told that somebody else has changed the incident, before anything is replaced', async () => {
  const { page, open, chat } = await returning('kabir');
  await open('/incident/12');
  const screen = new IncidentPage(page);
  await screen.isShown('12');
  await screen.header('Edit').click();
  await page.getByLabel('Location', { exact: true }).fill('Under the bridge');
  incident = { ...incident, description: 'Theirs.', lastUpdated: '2026-03-10T08:45:00Z' };
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await screen.alerts(
    'Somebody else has changed this incident meanwhile. It is ASSIGNED now. Changed: description. Saving again replaces only the fields that you have changed.',
  );
  expect(saved).toEqual([]);
  await save.click();
  await screen.closed();
  expect(saved).toMatchObject([{ location: 'Under the bridge' }]);

  // Even if it names the team, nobody can say to this server that they are on the way.
  const way = page.getByRole('region', { name: 'On the Way' });
  await way.getByText('Kabir').waitFor();
  expect(await way.getByRole('button').count()).toBe(0);

  // Captains cannot pin messages here, because pins are beyond the specification.
  await open('/chat/71');
  await chat.isUsable();
  await chat.openMenu('Take a blanket, please.');
  await chat.reply.waitFor();
  expect(await chat.menu.getByRole('button', { name: /Pin|Edit|Delete/ }).count()).toBe(0);
});
