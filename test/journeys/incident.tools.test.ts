import { describe, expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { passAgain } from './calls';
import { failing, visitIncident } from './visits';

const testApp = openTestApp();

const atIncident = (username: string, id: string) => visitIncident(testApp, username, id);

const UNREACHABLE = 'Could not connect to the server.';

describe('the modals', () => {
  it('show the team, and what is in the kits of Mira and Ravi, added up (DECISIONS K8), and close again', async () => {
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

    await incident.press('View Team Kit');
    await incident.dialog.getByRole('listitem').first().waitFor();
    expect(await incident.dialog.getByRole('listitem').allInnerTexts()).toEqual([
      'Antiseptic × 2 (Mira)',
      'Bandage × 6 (Mira, Ravi)',
      'Gauze × 1 (Ravi)',
      'Gloves × 6 (Mira)',
      'Slip leash × 1 (Mira)',
    ]);
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
    answer = [7];
    await incident.press('View Team Kit');
    await incident.dialog.getByText('1 item could not be shown.').waitFor();
    expect(await incident.dialog.getByText('The team has no kit items.').count()).toBe(0);
    await incident.dialog.getByText('Close', { exact: true }).click();
    await incident.closed();
    await passAgain(person.page, items);
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
    await passAgain(person.page, '**/history');
    await incident.retry.click();
    await entry.waitFor();
    await incident.dialog.getByText('Close', { exact: true }).click();
    await incident.closed();
    await person.page.route('**/history', (route) => route.fulfill({ json: { cases: [7], changes: [7, 8] } }));
    await incident.header('History').click();
    await incident.dialog.getByText('1 case could not be shown.').waitFor();
    await incident.dialog.getByText('2 changes could not be shown.').waitFor();
    expect(await incident.dialog.getByText(/^No case of this incident/).count()).toBe(0);
  });
});
