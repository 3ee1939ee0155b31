import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pageOf } from '../../src/inspector/chart/page';
import { openTestApp } from '../kit/browser';
import { drawn, openWorkbench } from '../kit/workbench';
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
  await page.reload();
  const version = page.getByLabel('Compare with');
  await version.selectOption('two changes ago');
  await changes.getByText('guard "is everybody" → "manages inventory"').waitFor();
  // What else has changed since then is a press away.
  const others = page.getByRole('group').filter({ hasText: 'Other charts that have changed since then: 2' });
  await others.locator('summary').click();
  expect(await others.getByRole('link').allInnerTexts()).toEqual(['Case', 'Clock']);
  // Elsewhere, too, it is said that versions are compared, and with which one.
  await page.getByRole('link', { name: 'Drawing', exact: true }).click();
  await page.getByText('The drawing shows what has changed since the version ‘two changes ago’.').waitFor();
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect.poll(() => version.inputValue()).toBe('two changes ago');
  await version.selectOption('one change ago');
  await page.getByText('Nothing has changed.').waitFor();
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
  await changes.getByText('guard "is admin or higher" → "manages inventory"').waitFor();
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
  // The page for a review has the colours that the system wants, paper included: the drawings have them, too.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('about:blank');
  await page.setContent(pageOf('Rules', '', []));
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light dark');
});

it("the workbench's own charts have no history, so none is asked for", async () => {
  const page = await openWorkbench(testApp, '#/workbench/changes');
  await page.getByLabel('An earlier version').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  expect(testApp.complaints()).toEqual([]);
  expect(await page.getByText('No earlier version is known here.').count()).toBe(0);
});
