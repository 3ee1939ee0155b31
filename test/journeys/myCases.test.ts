import { describe, expect, it } from 'vitest';
import type { IncidentHistory } from '../../src/contract/incidents';
import { openTestApp, type Person } from '../kit/browser';
import { holdBack, passAgain } from './calls';
import { MyCasesPage } from './pages/cases';
import { situationsOf } from './situations';
import { alone } from './visits';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const FAILURE = 'Failed to fetch your assigned cases.';
const MY_CASES = '**/api/cases/my-cases';
const TEAM = '**/api/incidents/*/assignment/team';

async function atMyCases(username: string, prepare: (person: Person) => Promise<unknown> = async () => {}) {
  const person = await testApp.returning(username);
  await prepare(person);
  await person.open('/my-cases');
  return { person, cases: new MyCasesPage(person.page) };
}

describe('my active cases', () => {
  it('are none at first, which leads to the live incidents; appear when a captain assigns the member; and lead to the incident', async () => {
    const { person, cases } = await atMyCases('inventory');
    await cases.says('My Active Cases');
    await cases.says('No Active Cases');
    await person.page.getByRole('link', { name: 'View Live Incidents' }).click();
    await person.isAt('/live');
    await person.page.goBack();
    await cases.says('No Active Cases');

    const incidentId = await situations.assigned('Indu');
    await cases
      .card(incidentId)
      .getByRole('link', { name: new RegExp(`^Incident #${incidentId}`) })
      .click();
    await person.isAt(`/incident/${incidentId}`);
  });

  it('say so when the server fails or cannot be reached, and when what is shown may be old, and try again', async () => {
    let status: number | null = 500;
    // News would fetch the list again without a press.
    const { person, cases } = await atMyCases('member', async (mira) => {
      await alone(mira);
      await mira.page.route(MY_CASES, (route) => (status ? route.fulfill({ status, json: {} }) : route.abort()));
    });
    await cases.fails(FAILURE);
    const isAsked = person.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/my-cases'));
    status = null;
    await cases.retry.click();
    await isAsked;
    // S2 §8 has one text for every failure (P1).
    await cases.fails(FAILURE);
    await passAgain(person.page, MY_CASES);
    await cases.retry.click();
    await cases.card('3').waitFor();
    await cases.saysNoMore(FAILURE);

    await person.page.route(MY_CASES, (route) => route.abort());
    const incidentId = await situations.assigned('Mira');
    await person.menu.goTo('Leaderboard');
    await person.isAt('/leaderboard');
    await person.page.goBack();
    await cases.fails(FAILURE);
    expect(await cases.card('3').isVisible()).toBe(true);
    expect(await cases.card(incidentId).count()).toBe(0);
    await passAgain(person.page, MY_CASES);
    await cases.retry.click();
    await cases.card(incidentId).waitFor();
    await cases.saysNoMore(FAILURE);
  });

  it('show an initiated case even if the list cannot be fetched', async () => {
    const incidentId = await situations.assigned('Mira');
    const { person, cases } = await atMyCases('member');
    await cases.initiate(incidentId);
    await cases.participant('Mira Nair').waitFor();
    await person.page.route(MY_CASES, (route) => route.abort());
    // The dialog need not be waited for, and what becomes of the start is told (DECISIONS 383).
    const letGo = await holdBack(person.page, '**/initiate-confirm');
    await cases.confirm.click();
    await cases.dialog.getByRole('button', { name: 'Send later' }).click();
    await cases.dialog.waitFor({ state: 'detached' });
    await cases.card(incidentId).getByText('The start of this case waits to be sent.').waitFor();
    letGo();
    await person.page.getByText(/^Your case has begun: /).waitFor();
    await cases.card(incidentId).getByRole('button', { name: 'Mark as Done' }).waitFor();
    await cases.fails(FAILURE);
  });

  // The same when it cannot be reached: cases.deadZone.test.ts.
  it('are initiated later, without another press, when the server is in trouble for now', async () => {
    const incidentId = await situations.assigned('Mira', 'Ravi');
    // News would fetch the list again without a press.
    const { person, cases } = await atMyCases('member', alone);
    await cases.initiate(incidentId);
    await cases.participant('Ravi Kulkarni').waitFor();
    const confirm = '**/initiate-confirm';
    await person.page.route(confirm, (route) => route.fulfill({ status: 503, json: { message: 'In a minute.' } }));
    await cases.confirm.click();
    await cases.saysKept('Failed to confirm initiation (Status: 503). In a minute.');
    await cases.dialog.getByRole('button', { name: 'Done' }).click();
    await cases.card(incidentId).getByText('The start of this case waits to be sent.').waitFor();
    // It stays begun on the screen, also if the list cannot be fetched afterwards.
    await person.page.route(MY_CASES, (route) => route.abort());
    await passAgain(person.page, confirm);
    await cases.card(incidentId).getByText('The start of this case waits to be sent.').waitFor({ state: 'detached' });
    await cases.fails(FAILURE);
    await cases.card(incidentId).getByRole('button', { name: 'Mark as Done' }).waitFor();
    await passAgain(person.page, MY_CASES);
    await cases.retry.click();
    await cases.saysNoMore(FAILURE);
    await cases.card(incidentId).getByRole('button', { name: 'Mark as Done' }).waitFor();
    expect(await situations.statusOf(incidentId)).toBe('IN_PROGRESS');
  });

  it('are not begun when the server refuses, and the choice stays', async () => {
    const incidentId = await situations.assigned('Mira', 'Ravi');
    // News of the incident would fetch the team again without a press.
    const { person, cases } = await atMyCases('member', alone);
    await person.page.route(TEAM, (route) => route.fulfill({ status: 500, json: {} }));
    await cases.initiate(incidentId);
    await cases.fails('Failed to fetch assigned team details.');
    await passAgain(person.page, TEAM);
    await cases.retry.click();
    await cases.participant('Ravi Kulkarni').uncheck();
    const confirm = '**/initiate-confirm';
    await person.page.route(confirm, (route) => route.fulfill({ status: 409, json: { message: 'Not now.' } }));
    await cases.confirm.click();
    await cases.fails('Failed to confirm initiation (Status: 409). Not now.');
    expect(await cases.participant('Ravi Kulkarni').isChecked()).toBe(false);
    // It is not in the tray, either.
    expect(await person.tray.bar.count()).toBe(0);
    await passAgain(person.page, confirm);
    await cases.confirm.click();
    await cases.dialog.waitFor({ state: 'detached' });
    await cases.card(incidentId).getByRole('button', { name: 'Mark as Done' }).waitFor();
    expect(await situations.statusOf(incidentId)).toBe('IN_PROGRESS');
  });

  it('are begun with the team as it is, when a captain reassigns the incident meanwhile (DECISIONS 273)', async () => {
    const incidentId = await situations.assigned('Mira', 'Ravi', 'Indu');
    const { cases } = await atMyCases('member');
    await cases.initiate(incidentId);
    await cases.participant('Indu Rao').uncheck();
    await situations.assign(incidentId, 'Mira', 'Indu', 'Tara');
    await cases.says('The team has changed. New: Tara. No longer in it: Ravi.');
    expect(await cases.participant('Ravi Kulkarni').count()).toBe(0);
    expect(await cases.participant('Tara Joshi').isChecked()).toBe(true);
    expect(await cases.participant('Mira Nair').isChecked()).toBe(true);
    expect(await cases.participant('Indu Rao').isChecked()).toBe(false);
    await cases.confirm.click();
    await cases.dialog.waitFor({ state: 'detached' });
    const { changes } = (await testApp.read(`/api/incidents/${incidentId}/history`, 'captain')) as IncidentHistory;
    expect(changes.at(-1)?.note).toBe('Taking part: Mira, Tara');
  });

  it('are begun at the second press if the news of another team did not arrive', async () => {
    const incidentId = await situations.assigned('Mira', 'Ravi');
    const { cases } = await atMyCases('member', alone);
    await cases.initiate(incidentId);
    await cases.participant('Ravi Kulkarni').waitFor();
    await situations.assign(incidentId, 'Mira', 'Tara');
    await cases.confirm.click();
    await cases.fails('Failed to confirm initiation (Status: 400). Somebody you have confirmed is not in the team.');
    await cases.says('The team has changed. New: Tara. No longer in it: Ravi.');
    await cases.confirm.click();
    await cases.dialog.waitFor({ state: 'detached' });
    expect(await situations.statusOf(incidentId)).toBe('IN_PROGRESS');
  });
});
