import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { everyFaultOf } from '../kit/axe';
import { isFocused, openTestApp } from '../kit/browser';
import { pathsOf } from '../kit/walking/record';
import { ask, drawn, isUncovered, openWorkbench, viewLink } from '../kit/workbench';

const testApp = openTestApp();

const open = (hash = '') => openWorkbench(testApp, hash);

describe('the rules workbench', () => {
  it('is in the menu of admins, and of nobody else', async () => {
    const rules = (page: Page) => page.getByRole('link', { name: 'Rules', exact: true });
    const [member, admin] = [await testApp.returning('member'), await testApp.returning('admin')];
    for (const { open: openApp, page } of [member, admin]) {
      await openApp('/leaderboard');
      await page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
    }
    expect(await rules(member.page).count()).toBe(0);
    await rules(admin.page).click();
    await admin.page.getByRole('heading', { name: 'Rules workbench' }).waitFor();
  });

  it('finds a rule by its words, and answers who may delete a CLOSED incident', async () => {
    const page = await open();
    // The words may be in any order, in the event, its state, its conditions and the name of the chart.
    await page.getByRole('searchbox').fill('delete closed incident');
    await expect.poll(() => page.getByRole('status').first().innerText()).toMatch(/^\d+ of \d+ charts$/);
    await page
      .getByRole('link', { name: 'CLOSED: Delete Incident who may: Rescue captain, Admin, Super admin' })
      .waitFor();
    // What only the words of its condition say is found, too, and leads to its row of the table.
    const charts = page.getByRole('navigation', { name: 'Charts' });
    await page.getByRole('searchbox').fill('caller is an inventory manager');
    await charts.getByRole('link', { name: /^APPROVED: Dispatch/ }).click();
    const chosen = page.getByRole('main', { name: 'Requisition' }).locator('tr[data-chosen]');
    await expect
      .poll(() => chosen.locator('th, td').allInnerTexts())
      .toEqual([
        'Dispatch requisition.dispatch',
        'the caller is an inventory manager or a super admin',
        'DISPATCHED',
        '',
        'An inventory manager or super admin hands it out; the stock goes down. S2 §4, DECISIONS 32',
      ]);
    await page.getByText('requisitionLifecycle · S2 §4 and §6').waitFor();
    // All charts by what they are about, those of the workbench itself included.
    await page.getByRole('searchbox').fill('');
    const groupOf = (name: string) => charts.getByRole('region', { name }).getByRole('link');
    await expect.poll(() => groupOf('Lifecycles: what a thing may go through').count()).toBe(6);
    expect(await groupOf('Supplies: what a person does').filter({ hasText: 'Inventory' }).count()).toBeGreaterThan(0);
    expect(await groupOf('This workbench').allInnerTexts()).toEqual(['Workbench', 'Live']);
    await page.getByRole('searchbox').fill('delete closed incident');
    await page.getByRole('link', { name: 'Incident', exact: true }).click();
    const incident = page.getByRole('main', { name: 'Incident', exact: true });
    await incident.getByRole('link', { name: 'Rule book', exact: true }).click();
    await incident.getByRole('table', { name: 'Rules of incidentLifecycle' }).waitFor();
    // The search named a caller, who still asks.
    expect(await incident.getByLabel('Who').inputValue()).toBe('Inventory manager');
    await incident.getByLabel('Who').selectOption('everybody');
    const heads = await page.getByRole('columnheader').allInnerTexts();
    const closed = page.getByRole('rowgroup').filter({ has: page.getByRole('rowheader', { name: 'CLOSED' }) });
    const row = closed.getByRole('row').filter({ hasText: 'incident.delete' });
    const cells = await row.locator('th, td').allInnerTexts();
    const answers = Object.fromEntries(heads.map((head, index) => [head, cells[index]]));
    expect(answers).toMatchObject({
      Member: 'no',
      'Rescue captain': 'yes → DELETED',
      'Inventory manager': 'no',
      Admin: 'yes → DELETED',
      'Super admin': 'yes → DELETED',
    });
    // The names of the callers stay in view above the last rows.
    await row.evaluate((it) => it.scrollIntoView({ block: 'nearest' }));
    expect(await page.getByRole('columnheader', { name: 'Rescue captain' }).evaluate(isUncovered)).toBe(true);
    // All callers fit beside each other.
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await row.getByRole('cell').last().evaluate(isUncovered)).toBe(true);
    await page.getByRole('main').getByLabel('Who').selectOption('Member');
    await row.getByText('no: only if the caller is a captain, an admin or a super admin').waitFor();
  });

  it('answers a question in the list, and leads to the rule as the caller who was named', async () => {
    const page = await open();
    await page.setViewportSize({ width: 1280, height: 800 });
    const charts = page.getByRole('navigation', { name: 'Charts' });
    await page.getByRole('searchbox').fill('May an inventory manager close an incident?');
    await charts.getByRole('link', { name: 'REPORTED: Close Incident Inventory manager: no', exact: true }).click();
    const chosen = page.getByRole('main', { name: 'Incident', exact: true }).locator('tr[data-chosen]');
    await chosen.getByText('Close Incident').waitFor();
    const refusal = ask(page).getByRole('listitem').filter({ hasText: 'incident.close' });
    await refusal.getByText('refused: only if the caller is a captain, an admin or a super admin').waitFor();
    expect(await ask(page).getByLabel('Who asks').inputValue()).toBe('Inventory manager');
    // The link has led to the rule. What is drawn anew later does not pull the table back to it, from what is read or pressed now.
    const frame = page
      .getByRole('main')
      .locator('div', { has: page.locator('section > table') })
      .last();
    const scrolled = () => frame.evaluate((it) => it.scrollTop);
    expect(await chosen.evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await frame.evaluate((it) => it.scrollTo(0, it.scrollHeight));
    const end = await scrolled();
    // In other words than those of the rules it is no dead end.
    await page.getByRole('searchbox').fill('What happens to a report when the giraffe has no network?');
    await charts.getByText('Nothing has all of these words. Nowhere: ‘giraffe’. Nearest:').waitFor();
    await charts.getByRole('link', { name: 'submitted.underWay: Submission updated' }).first().waitFor();
    expect(end).toBeGreaterThan(500);
    expect(await scrolled()).toBe(end);
    await page.getByRole('searchbox').fill('giraffe');
    await charts.getByText('Nothing has all of these words. Nowhere: ‘giraffe’.', { exact: true }).waitFor();
  });

  it('says so if there is no chart of the name in a link, until another is opened', async () => {
    const page = await open('#/requisition/table');
    await page.setViewportSize({ width: 1280, height: 800 });
    const missing = page.getByText('There is no chart ‘requisition’. This is the first one.');
    await missing.waitFor();
    await page.getByRole('navigation', { name: 'Charts' }).getByRole('link', { name: 'Incident', exact: true }).click();
    await page.getByRole('main', { name: 'Incident', exact: true }).waitFor();
    expect(await missing.count()).toBe(0);
  });

  it('leaves the screen of a phone to the drawing: the charts are folded until they are wanted', async () => {
    const page = await open();
    await page.setViewportSize({ width: 360, height: 800 });
    const charts = page.getByRole('navigation', { name: 'Charts', exact: true });
    const message = charts.getByRole('link', { name: 'Message', exact: true });
    const choose = charts.getByRole('button', { name: 'Choose a chart' });
    await choose.waitFor();
    expect(await message.isVisible()).toBe(false);
    expect((await page.getByRole('main').boundingBox())?.y).toBeLessThan(200);

    await choose.click();
    await message.click();
    await page.getByRole('heading', { name: 'Message', exact: true }).waitFor();
    expect(await message.isVisible()).toBe(false);

    // A search shows what it finds, and one of the findings closes the list again.
    await charts.getByRole('searchbox').fill('delete closed incident');
    const finding = charts.getByRole('link', { name: 'CLOSED: Delete Incident' });
    await finding.click();
    await finding.waitFor({ state: 'hidden' });
    // The table is in view from its left edge: the names of its states begin there.
    const chosen = page.getByRole('main').locator('tr[data-chosen]');
    expect(await chosen.evaluate((row) => row.closest('div')?.scrollLeft)).toBe(0);
    await charts.getByText(/^\d+ of \d+ charts$/).waitFor();
  });

  it('tells what each role may do, and shows the invariants across the charts', async () => {
    const page = await open('#/incidentLifecycle/table');
    await ask(page).getByLabel('Who asks').selectOption('Member');
    await ask(page).getByLabel('How do I get to').selectOption('CLOSED');
    // The panel says whether the chosen caller can get there alone.
    await ask(page).getByRole('alert').getByText('No way to CLOSED was found on which only ‘Member’ acts.').waitFor();
    await expect.poll(() => ask(page).getByRole('status').innerText()).toBe('CLOSED');
    const refusal = ask(page).getByRole('listitem').filter({ hasText: 'incident.delete' });
    await refusal.getByText('refused: only if the caller is a captain, an admin or a super admin').waitFor();
    expect(await refusal.getByRole('button').count()).toBe(0);
    await ask(page).getByLabel('Who asks').selectOption('Admin');
    await refusal.getByRole('button').click();
    await expect.poll(() => ask(page).getByRole('status').innerText()).toBe('DELETED');

    await page.getByRole('link', { name: 'Together' }).click();
    const rule = page.getByRole('row').filter({ hasText: 'No case and no chat of a deleted incident is left.' });
    await expect.poll(() => rule.getByRole('link').allInnerTexts()).toEqual(['Incident', 'Case', 'Message']);
  });

  it('is stepped through: what happens to a voice message when the tab closes while it uploads', async () => {
    const page = await open();
    await page.getByRole('searchbox').fill('tab closes');
    await page.getByRole('link', { name: 'uploading', exact: true }).click();
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await page.getByText('is uploaded again by another open tab').waitFor();
    await ask(page).getByLabel('How do I get to').selectOption('uploading.going');
    await expect.poll(() => ask(page).getByRole('status').innerText()).toBe('uploading.going');
    const link = page.url();
    await ask(page)
      .getByRole('button', { name: /^Try uploaded/ })
      .click();
    await expect.poll(() => ask(page).getByRole('status').innerText()).toBe('sending.connecting');
    // The path is replayed, step by step, and nothing of it is lost.
    const where = () => ask(page).getByRole('status').innerText();
    await ask(page).getByRole('button', { name: 'Replay' }).click();
    const start = await where();
    expect(start).not.toMatch(/^(uploading|sending)/);
    const seen: string[] = [];
    const step = ask(page).getByRole('button', { name: 'Next step' });
    while ((await step.count()) > 0) {
      await step.click();
      seen.push(await where());
    }
    expect(seen.slice(-2)).toEqual(['uploading.going', 'sending.connecting']);
    await ask(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.url()).toBe(link);

    // Somebody else who opens the link sees the same place.
    const other = await open(new URL(link).hash);
    await expect.poll(() => ask(other).getByRole('status').innerText()).toBe('uploading.going');
    await other.goto(`${testApp.server.base}/inspector.html#/queue/table`);
    await other.getByText('Submissions from before a reload or from a tab that was closed').waitFor();
  });

  it('sends events with their payloads, evaluates their conditions, and offers a link to the path', async () => {
    const page = await open('#/incidentLifecycle/table');
    const where = (on: Page) => ask(on).getByRole('status').innerText();
    const item = (event: string) =>
      ask(page)
        .getByRole('listitem')
        .filter({ hasText: `Payload of ${event}` });
    const assigning = item('team.assign');
    await ask(page).getByLabel('Sample for team.assign').selectOption('by an inventory manager');
    await assigning.getByText('refused: only if the caller is a captain, an admin or a super admin').waitFor();
    expect(await assigning.getByRole('button').count()).toBe(0);
    await ask(page).getByLabel('Sample for team.assign').selectOption('by a rescue captain');
    await assigning.getByRole('button', { name: /team\.assign/ }).click();
    await expect.poll(() => where(page)).toBe('ASSIGNED');

    // The reviewer edits the payload. A text that is no JSON stays in its field, and an alert says so.
    const editing = item('incident.edit');
    await editing.getByText('Payload of incident.edit').click();
    const field = ask(page).getByLabel('Payload of incident.edit as JSON');
    await field.fill('{"roles": ["MEMBER"');
    await editing.getByRole('alert').getByText('This is no JSON').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('{"roles": ["MEMBER"');
    expect(await editing.getByRole('button').count()).toBe(0);
    expect(await everyFaultOf(page, 'aside')).toEqual([]);
    await field.fill('{"roles": ["MEMBER"]}');
    await editing.getByText('refused: only if the caller is a captain, an admin or a super admin').waitFor();
    await field.fill('{"roles": ["ADMIN"]}');
    const before = page.url();
    await editing.getByRole('button', { name: /incident\.edit/ }).click();
    const pressed = ask(page).getByRole('button', { name: '{"roles": ["ADMIN"]}' });
    await pressed.waitFor();
    const link = page.url();

    // For somebody else who opens the link the same presses are repeated.
    // It may be a link from before roles were told in words.
    const other = await open(new URL(link).hash.replace('a+rescue+captain', 'RESCUE_CAPTAIN'));
    await expect.poll(() => where(other)).toBe('ASSIGNED');
    await ask(other).getByRole('button', { name: '{"roles": ["ADMIN"]}' }).waitFor();
    const assigned = ask(other).getByRole('button', { name: 'by a rescue captain → ASSIGNED' });
    await assigned.waitFor();
    // What is pressed at an earlier step takes the place of the steps after it.
    await ask(other).getByRole('button', { name: 'Replay' }).click();
    await expect.poll(() => where(other)).toBe('REPORTED');
    await ask(other)
      .getByRole('button', { name: /interest\.toggle/ })
      .click();
    await assigned.waitFor({ state: 'hidden' });
    expect(await where(other)).toBe('REPORTED');
    await ask(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.url()).toBe(before);

    // Presses in a link that somebody has changed are judged as all others are.
    const forged = new URL(link).hash.replace('a+rescue+captain', 'an+inventory+manager');
    await other.goto(`${testApp.server.base}/inspector.html${forged}`);
    await ask(other).getByText('The link goes on for 2 steps that this chart does not take.').waitFor();
    expect(await where(other)).toBe('REPORTED');
  });

  it('lets the answers of ports be pressed, which the workflow then has in its context', async () => {
    const page = await open('#/session/drawing');
    await ask(page).getByLabel('Sample for readToken is done').selectOption('Mira is stored');
    await ask(page)
      .getByRole('button', { name: /^Read token: done/ })
      .click();
    await expect.poll(() => ask(page).getByRole('status').innerText()).toMatch(/^signedIn/);
  });

  it('draws the transitions that tests have taken, says why others cannot be taken, and follows a path', async () => {
    const page = await open('#/requisitionLifecycle/coverage');
    const transition = 'requisitionLifecycle.PENDING | requisition.approve | 0';
    const walk = {
      machine: 'requisitionLifecycle',
      paths: [{ title: 'approved', steps: [{ transitions: [transition] }] }],
    };
    // The path of an actor in a browser, as the journeys record it.
    const arriving = ['kit.arriving | always | 0', 'kit.own.dialog.closed | item.set | 0'];
    const kit = { machine: 'kit', level: 'browser', paths: pathsOf('journey: kit', [arriving]) };
    const excused = 'requisitionLifecycle.PENDING | requester.removed | 0';
    const reason = 'The screen has no button for it.';
    const coverage = {
      walks: [walk, { ...walk, level: 'browser' }, kit],
      uncaused: [{ level: 'browser', transition: excused, reason }],
    };
    // The record that comes with the workbench is shown at once: every transition of the lifecycle was walked on the real server.
    await page.getByText(/Recorded on \d{4}-\d\d-\d\d/).waitFor();
    await page.getByRole('region', { name: 'On the real server' }).getByText('6 of 6 transitions').waitFor();
    // Its paths are called in words.
    const told = 'Deny by an inventory manager for somebody else';
    await page.getByRole('link', { name: told, exact: true }).waitFor();
    await page
      .getByLabel('Another run')
      .setInputFiles({ name: 'c.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(coverage)) });
    const [onChart, onServer, inBrowser] = ['On the chart', 'On the real server', 'On a screen in a browser'].map(
      (name) => page.getByRole('region', { name }),
    ) as [Locator, Locator, Locator];
    await onChart.getByText('1 of 6 transitions, by 1 paths.').waitFor();
    const missing = onChart.getByRole('group').filter({ hasText: 'Not walked' }).getByRole('link');
    await expect.poll(() => missing.count()).toBe(5);
    await missing
      .filter({ hasText: 'APPROVED: Dispatch [the caller is an inventory manager or a super admin]' })
      .waitFor();
    await onServer.getByText('Not walked.').waitFor();
    // A transition that nothing can cause shows the reason instead of 'Not walked'.
    const lines = (title: string) => inBrowser.getByRole('group').filter({ hasText: title }).getByRole('listitem');
    await expect.poll(() => lines('Not walked').count()).toBe(4);
    expect(await lines('Nothing can cause it here').allInnerTexts()).toEqual([
      `PENDING: The requester was deleted Not in a browser: ${reason}`,
    ]);
    // Which rules of all charts have no test in a browser?
    const all = page.getByRole('region', { name: 'All charts' });
    const cells = (chart: string) =>
      all
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: chart, exact: true }) })
        .locator('th, td')
        .allInnerTexts();
    await expect.poll(() => cells('Requisition')).toEqual(['Requisition', '6', '1 ✗ 5', 'not walked', '1 ✗ 4']);
    expect(await cells('Clock')).toEqual(['Clock', expect.any(String), 'not walked', 'not walked', 'not walked']);
    expect(await everyFaultOf(page, 'main')).toEqual([]);
    await onChart.getByRole('link', { name: 'approved', exact: true }).click();
    await expect.poll(() => ask(page).getByRole('status').innerText()).toBe('APPROVED');
    // The drawing shows the gaps in the browser, where some are left, until the reviewer chooses another level.
    await expect.poll(() => drawn(page).locator('[data-unwalked]').count()).toBe(4);
    const main = page.getByRole('main');
    await main.getByRole('status').getByText('4 in all').waitFor();
    await main.getByLabel('Where').selectOption('on the chart');
    await expect.poll(() => drawn(page).locator('[data-unwalked]').count()).toBe(5);
    // Each of them is a press away, with its name. Nobody has to look for it in the drawing.
    await main.getByRole('button', { name: 'Next one' }).click();
    await main
      .getByRole('status')
      .getByText(/^1 of 5: PENDING: /)
      .waitFor();
    expect(await drawn(page).locator('[data-unwalked][data-chosen]').count()).toBe(1);
    // Colour is not the only sign.
    const underlined = drawn(page).locator('[data-unwalked]:not([data-chosen]) text').first();
    expect(await underlined.evaluate((it) => getComputedStyle(it).textDecorationLine)).toBe('underline');
    const named = 'On the chart: ‘approved’; On a screen in a browser: ‘approved’';
    expect(await drawn(page).locator('title', { hasText: named }).count()).toBe(1);
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'requisition.approve' }).getByText(named).waitFor();

    await page.goto(`${testApp.server.base}/inspector.html#/kit/coverage`);
    // The sign of the table is explained in the width of a phone. The table itself is wider.
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 800 });
    const { x, width } = (await main.getByText('How many transitions were walked.').boundingBox()) ?? {
      x: 0,
      width: 0,
    };
    expect(Math.round(x + width)).toBeLessThanOrEqual(360);
    if (size) await page.setViewportSize(size);
    await inBrowser.getByRole('link', { name: 'journey: kit', exact: true }).click();
    await expect.poll(() => ask(page).getByRole('status').innerText()).toBe('own.dialog.changing and own.call.idle');
    expect(await ask(page).getByRole('alert').count()).toBe(0);
    // The marks end when they are not wanted any more, and the keyboard goes on at the chart.
    await main.getByText('No test walks this chart.').waitFor();
    await main.getByLabel('Where').selectOption('on a screen in a browser');
    await expect.poll(() => drawn(page).locator('[data-unwalked]').count()).toBeGreaterThan(0);
    await main.getByRole('button', { name: 'End marking' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => drawn(page).locator('[data-unwalked]').count()).toBe(0);
    expect(await isFocused(main)).toBe(true);
  });

  it('passes axe, light and dark, on a desktop and on a phone', async () => {
    const page = await open('#/requisitionLifecycle/drawing');
    for (const tab of ['Drawing', 'Table', 'Rule book', 'Together', 'Coverage', 'Changes', 'Live']) {
      await viewLink(page, tab).click();
      await viewLink(page, tab).and(page.locator('[aria-current]')).waitFor();
      if (tab === 'Drawing') await drawn(page).waitFor();
      // What surrounds it is the same for each tab, so it is checked only with the drawing.
      expect([tab, await everyFaultOf(page, tab === 'Drawing' ? 'html' : 'main')]).toEqual([tab, []]);
    }
  });

  it('is not fetched by members', async () => {
    const { page } = await testApp.visitor();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(`${testApp.server.base}/`);
    await page.getByRole('button', { name: 'Log In' }).waitFor();
    expect(fetched.filter((path) => /inspector|elk/.test(path))).toEqual([]);
  });
});
