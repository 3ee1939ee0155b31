import { readFile } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Version } from '../../src/inspector/chart/history';
import { pageOf } from '../../src/inspector/chart/page';
import { everyFaultOf } from '../kit/axe';
import { isFocused, openTestApp } from '../kit/browser';
import { drawn, isUncovered, openWorkbench, viewLink } from '../kit/workbench';
import { passAgain } from './calls';

const testApp = openTestApp();

it('the rules workbench shows what has changed between two versions of a chart', async () => {
  const page = await openWorkbench(testApp, '#/requisitionLifecycle/changes');
  const now = await readFile('docs/charts/requisitionLifecycle.json', 'utf8');
  const changes = page.getByRole('list', { name: 'Changes' });
  const choose = (text: string) =>
    page
      .getByLabel('An earlier version')
      .setInputFiles({ name: 'earlier.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose(now);
  await page.getByText('Nothing has changed.').waitFor();
  // The build's compiler writes conditions otherwise than that which wrote the files: 'judge$2(a, b)' for 'judge(a,b)'.
  await page.goto(`${testApp.server.base}/inspector.html#/assignment/changes`);
  await choose(await readFile('docs/charts/assignment.json', 'utf8'));
  await page.getByText('Nothing has changed.').waitFor();
  await page.goto(`${testApp.server.base}/inspector.html#/requisitionLifecycle/changes`);
  // What the build has found in the history depends on the checkout (test/structure/versions.test.ts).
  const earlier = JSON.stringify([
    {
      title: 'two changes ago',
      text: now.replace('"guard":"manages inventory"', '"guard":"is everybody"'),
      changed: ['caseLifecycle', 'clock'],
    },
    { title: 'one change ago', text: now },
  ]);
  await page.route('**/charts/requisitionLifecycle.json', (route) => route.fulfill({ body: earlier }));
  const second: Version = {
    ...{ commit: 'bbbbbbb', title: '2026-03-02, “Second”', releases: [], gone: [] },
    changed: { requisitionLifecycle: 0, caseLifecycle: 0, clock: 0 },
  };
  await page.route('**/charts/versions.json', (route) => route.fulfill({ json: [second] }));
  await page.reload();
  const version = page.getByLabel('Compare with');
  await version.selectOption('two changes ago');
  await changes.getByText('condition "is everybody" → "the caller is an inventory manager or a super admin"').waitFor();
  // What else has changed since then is a press away.
  const others = page.getByRole('group').filter({ hasText: 'Other charts that have changed since then: 2' });
  await others.locator('summary').click();
  expect(await others.getByRole('link').allInnerTexts()).toEqual(['Case', 'Clock']);
  // They are compared with the same version, and there is a link to this comparison.
  expect(await others.getByRole('link', { name: 'Clock' }).getAttribute('href')).toContain('since=bbbbbbb');
  await page.getByRole('link', { name: 'Link to this comparison' }).click();
  await page.getByText('Compared with the version ‘2026-03-02, “Second”’.').waitFor();
  await changes.getByText('condition "is everybody"').waitFor();
  expect(await page.getByText('The address is no link to this comparison.').count()).toBe(0);
  expect(await version.inputValue()).toBe('two changes ago');
  await version.selectOption('two changes ago');
  // Elsewhere, too, it is said that versions are compared, and with which one.
  await page.getByRole('link', { name: 'Drawing', exact: true }).click();
  await page.getByText('The drawing shows what has changed since the version ‘two changes ago’.').waitFor();
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect.poll(() => version.inputValue()).toBe('two changes ago');
  await version.selectOption('one change ago');
  await page.getByText('Nothing has changed.').waitFor();
  await page.getByText('The address is no link to this comparison.').waitFor();
  expect(await others.count()).toBe(0);
  await passAgain(page, '**/charts/requisitionLifecycle.json');
  // Without a network nobody knows whether there are versions.
  await page.route('**/charts/caseLifecycle.json', (route) => route.abort());
  await page.goto(`${testApp.server.base}/inspector.html#/caseLifecycle/changes`);
  await page.getByRole('alert').getByText('The earlier versions could not be fetched.').waitFor();
  await page.route('**/charts/caseLifecycle.json', (route) => route.fulfill({ body: '[]' }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No earlier version is known here.').waitFor();
  // What is wrong with a record of walks is not said of a version.
  await page.getByRole('link', { name: 'Coverage', exact: true }).click();
  await page
    .getByLabel('Another run')
    .setInputFiles({ name: 'coverage.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await page.getByRole('alert').getByText('This is no record of walks').waitFor();
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await page.getByText('No earlier version is known here.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.goto(`${testApp.server.base}/inspector.html#/requisitionLifecycle/changes`);
  await choose('{}');
  await page.getByRole('alert').getByText('This is no file of this chart.').waitFor();
  await choose(now.replace('"guard":"manages inventory"', '"guard":"is admin or higher"'));
  await changes
    .getByText(
      'condition "the caller is an admin or a super admin" → "the caller is an inventory manager or a super admin"',
    )
    .waitFor();
  await page.getByRole('link', { name: 'Drawing' }).click();
  await drawn(page).locator('[data-change="changed"]').first().waitFor();
  // The drawing has both versions: what is new, and what is gone with its arrows and what its boxes said.
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  const { states, transitions, ...rest } = JSON.parse(now);
  const lost = { source: 'APPROVED', trigger: 'event', targets: ['LOST'], description: '' };
  const noted = { ...lost, targets: [], actions: ['note'] };
  const earlierVersion = {
    ...rest,
    states: [...states, { id: 'LOST', name: 'LOST', type: 'final', description: '' }],
    transitions: [
      ...transitions.filter(({ event }: { event: string }) => event !== 'requisition.deny'),
      { ...lost, id: 'requisitionLifecycle.APPROVED | requisition.lose | 0', event: 'requisition.lose' },
      { ...noted, id: 'requisitionLifecycle.APPROVED | requisition.note | 0', event: 'requisition.note' },
    ],
  };
  await choose(JSON.stringify(earlierVersion));
  await changes.getByText('State LOST: removed').waitFor();
  await page.getByRole('link', { name: 'Drawing' }).click();
  const changed = (change: string) => drawn(page).locator(`[data-change="${change}"]`);
  await expect
    .poll(async () => (await changed('added').allTextContents()).map((text) => text.slice(0, 40)))
    .toEqual([expect.stringContaining('requisition.deny')]);
  // What is new is marked at once. What is gone needs another layout first.
  await expect
    .poll(() => changed('removed').allTextContents())
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('LOST'),
        expect.stringContaining('requisition.lose'),
        expect.stringContaining('requisition.note'),
      ]),
    );
  // A chosen part that is gone now is not looked for in the other views, nor once the comparison is ended.
  const [has, main] = [page.getByText(/^This chart has no state/), page.getByRole('main')];
  const next = main.getByRole('button', { name: 'Next change' });
  await expect
    .poll(async () => {
      await next.click();
      return drawn(page).locator('[data-chosen][data-state="LOST"]').count();
    })
    .toBe(1);
  // A note about it says what is gone, and since when.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await main.getByRole('button', { name: 'Copy for a note' }).click();
  await main.getByRole('status').getByText('Copied.').waitFor();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n').slice(0, 4)).toEqual([
    'Requisition · Drawing',
    'LOST. final',
    'Compared with ‘earlier.json’',
    'State LOST: removed',
  ]);
  await viewLink(page, 'Together').click();
  await main.getByRole('heading', { name: 'Together' }).waitFor();
  expect(await has.count()).toBe(0);
  await page.goBack();
  await main.getByRole('button', { name: 'End comparison' }).click();
  await main.getByRole('button', { name: 'End comparison' }).waitFor({ state: 'hidden' });
  expect(await has.count()).toBe(0);
  // The page for a review has the colours that the system wants, paper included: the drawings have them, too.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('about:blank');
  await page.setContent(pageOf('Rules', '', []));
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light dark');
});

it('one page says what has changed in all charts since the version that was reviewed or released last', async () => {
  const page = await openWorkbench(testApp);
  await page.setViewportSize({ width: 1280, height: 800 });
  const now = await readFile('docs/charts/requisitionLifecycle.json', 'utf8');
  const earlier = now.replace('"guard":"manages inventory"', '"guard":"is admin or higher"');
  const versions: Version[] = [
    { commit: 'aaaaaaa', title: '2026-03-03, “Third”', releases: [], changed: {}, gone: [] },
    {
      ...{ commit: 'bbbbbbb', title: '2026-03-02, “Second”', releases: ['v1'] },
      changed: { requisitionLifecycle: 1, clock: null },
      gone: ['bell'],
    },
    { commit: 'ccccccc', title: '2026-03-01, “First”', releases: [], changed: { clock: null }, gone: [] },
  ];
  const LIST = '**/charts/versions.json';
  await page.route(LIST, (route) => route.fulfill({ json: versions }));
  await page.route('**/charts/requisitionLifecycle.json', (route) =>
    route.fulfill({
      json: [
        { title: 'later', text: now },
        { title: 'then', text: earlier },
      ],
    }),
  );
  await page.reload();
  const tab = (name: string) => viewLink(page, name);
  // The number of changed charts since the last release is seen wherever the reviewer is.
  await tab('All changes (3)').click();
  const main = page.getByRole('main');
  const since = main.getByLabel('Since');
  expect(await since.locator('option:checked').innerText()).toBe('2026-03-02, “Second” (released as v1)');
  await main.getByText('3 charts have changed since then.').waitFor();
  // Conditions are in words, although the file of the earlier version has only the name.
  const requisition = main.getByRole('region', { name: 'Requisition', exact: true });
  const told =
    'condition "the caller is an admin or a super admin" → "the caller is an inventory manager or a super admin"';
  await requisition.getByText(told).first().waitFor();
  await main.getByRole('region', { name: 'Clock', exact: true }).getByText(': a new chart').waitFor();
  await main.getByRole('region', { name: 'Removed charts' }).getByText('bell').waitFor();
  expect(await everyFaultOf(page, 'main')).toEqual([]);
  // A press leads to the drawing with both versions.
  await requisition.getByRole('link', { name: 'Requisition' }).click();
  await page.getByText('The drawing shows what has changed since the version ‘2026-03-02, “Second”’.').waitFor();
  await drawn(page).locator('[data-change="changed"]').first().waitFor();
  // Each change is a press away, and is told there.
  await main.getByRole('button', { name: 'Next change' }).click();
  await main
    .getByRole('status')
    .getByText(/^1 of \d+: PENDING: Approve.*is an admin or a super admin" → /)
    .waitFor();
  await drawn(page).locator('[data-change="changed"][data-chosen]').first().waitFor();
  // The address is a link to the comparison: a reload shows it again. If the version cannot be fetched, the page says so.
  const abort = (route: Route) => route.abort();
  await page.route('**/charts/requisitionLifecycle.json', abort);
  await page.reload();
  await main.getByRole('alert').getByText('The version in the address could not be fetched').waitFor();
  await drawn(page).waitFor();
  await page.unroute('**/charts/requisitionLifecycle.json', abort);
  // The keyboard goes on at the chart, because the button is gone.
  await main.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await drawn(page).locator('[data-change="changed"]').first().waitFor();
  expect(await isFocused(main)).toBe(true);
  // Its changes are listed, too, with the name of the version.
  await tab('Changes').click();
  await main.getByText('Compared with the version ‘2026-03-02, “Second”’.').waitFor();
  await main.getByRole('list', { name: 'Changes' }).getByText(told).first().waitFor();
  await page.goBack();
  await page.goBack();
  // All of a new chart is added. A chart that has not changed says so.
  await main.getByRole('region', { name: 'Clock', exact: true }).getByRole('link').click();
  await drawn(page).locator('[data-state][data-change="added"]').first().waitFor();
  expect(await drawn(page).locator('[data-state]:not([data-change="added"])').count()).toBe(0);
  // The comparison goes on in the next chart of the list, until it is ended. There are no versions of the workbench's own charts.
  const list = page.getByRole('navigation', { name: 'Charts' });
  await list.getByRole('button', { name: 'Choose a chart' }).click();
  await list.getByRole('link', { name: 'Case', exact: true }).click();
  await main.getByText('Nothing has changed here since the version ‘2026-03-02, “Second”’.').waitFor();
  await list.getByRole('button', { name: 'Choose a chart' }).click();
  await list.getByRole('link', { name: 'Workbench', exact: true }).click();
  await main.getByRole('heading', { name: 'Workbench', exact: true }).waitFor();
  await drawn(page).waitFor();
  expect(await main.getByRole('button', { name: 'End comparison' }).count()).toBe(0);
  expect(await main.getByRole('alert').count()).toBe(0);
  await page.goBack();
  for (const view of ['Drawing', 'Changes']) {
    await tab(view).click();
    await main.getByRole('button', { name: 'End comparison' }).focus();
    await page.keyboard.press('Enter');
    await main.getByRole('button', { name: 'End comparison' }).waitFor({ state: 'hidden' });
    expect([view, await isFocused(main)]).toEqual([view, true]);
    await page.goto(`${testApp.server.base}/inspector.html#/caseLifecycle/changes?since=bbbbbbb`);
    await main.getByText('Compared with the version ‘2026-03-02, “Second”’.').waitFor();
  }
  // Nothing helps with a version that is not known here.
  await page.goto(`${testApp.server.base}/inspector.html#/caseLifecycle/drawing?since=eeeeeee`);
  await main.getByRole('alert').getByText('The version in the address is not known here').waitFor();
  expect(await main.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.goto(`${testApp.server.base}/inspector.html#/requisitionLifecycle/all-changes?since=bbbbbbb`);
  // Nothing may be marked as reviewed that is not shown.
  const review = main.getByRole('button', { name: 'I have reviewed all of this' });
  await since.selectOption('2026-03-03, “Third” (the present version)');
  await main.getByRole('button', { name: 'Show all that was not reviewed' }).waitFor();
  expect(await review.count()).toBe(0);
  // A link to a version that is not known here says that this is another comparison.
  await page.goto(`${testApp.server.base}/inspector.html#/requisitionLifecycle/all-changes?since=eeeeeee`);
  await main.getByRole('alert').getByText('The version in the address is not known here.').waitFor();
  // Another version is chosen. The address is a link to it.
  await since.selectOption('2026-03-01, “First”');
  await main.getByText('1 chart has changed since then.').waitFor();
  const other = await page.context().newPage();
  await other.route(LIST, (route) => route.fulfill({ json: versions }));
  await other.goto(page.url());
  await other.getByText('1 chart has changed since then.').waitFor();
  await other.close();
  // What was reviewed is remembered, and what changes later is counted from there.
  await review.click();
  await main.getByText('Nothing has changed since then.').waitFor();
  await tab('All changes').waitFor();
  versions.unshift({ commit: 'ddddddd', title: '2026-03-04, “Fourth”', releases: ['v2'], changed: {}, gone: [] });
  for (const version of versions.slice(1)) version.changed = { kit: null };
  await page.reload();
  await tab('All changes (1)').waitFor();
  expect(await since.locator('option:checked').innerText()).toBe('2026-03-03, “Third” (reviewed)');
  // On a phone the views are one row, and the open one is in view.
  await page.setViewportSize({ width: 360, height: 800 });
  await page.reload();
  const views = page.getByRole('navigation', { name: 'About all charts' });
  await expect.poll(() => tab('All changes (1)').evaluate(isUncovered)).toBe(true);
  expect((await views.boundingBox())?.height).toBeLessThan(60);
  // Nothing to compare with, or nothing that could be fetched.
  await page.route(LIST, (route) => route.abort());
  await page.reload();
  await main.getByRole('alert').getByText('The earlier versions could not be fetched.').waitFor();
  await page.route(LIST, (route) => route.fulfill({ json: [] }));
  await main.getByRole('button', { name: 'Try again' }).click();
  await main.getByText('No earlier version is known here').waitFor();
});

it("the workbench's own charts have no history, so none is asked for", async () => {
  const page = await openWorkbench(testApp, '#/workbench/changes');
  await page.getByLabel('An earlier version').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  expect(testApp.complaints()).toEqual([]);
  expect(await page.getByText('No earlier version is known here.').count()).toBe(0);
});
