import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { ask, drawn } from '../kit/workbench';

const testApp = openTestApp();

it('shows the charts of another project, with every kind of state, and knows nothing of this app', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-'));
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'scripts/kit/workbench.config.ts',
    '--outDir',
    folder,
  ];
  await promisify(execFile)(process.execPath, vite, {
    env: { ...process.env, WORKBENCH_CATALOGUE: 'test/walks/workbench/foreign.ts' },
  });
  const { page } = await testApp.visitor();
  await page.route('http://another.project/**', (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  );
  await page.goto('http://another.project/inspector.html#/house/drawing');
  await page.getByRole('heading', { name: 'A house' }).waitFor();
  // Parallel regions have a start each; a state leads to the chart that it runs.
  const shapes = (selector: string) => drawn(page).locator(selector).count();
  await expect.poll(() => shapes('[data-type="parallel"]')).toBe(1);
  expect(await shapes('[data-state="light.dark"] > circle, [data-state="door.checking"] > circle')).toBe(2);
  expect(await shapes('[data-trigger="always"]')).toBe(2);
  await drawn(page).getByRole('link', { name: 'runs lamp' }).click();
  await expect.poll(() => drawn(page).getAttribute('aria-label')).toMatch(/^7 states and 6 arrows/);
  // A final state has two borders, a history state an H.
  expect(await shapes('[data-state="broken"] > rect')).toBe(2);
  expect(await shapes('[data-state="off"] > rect')).toBe(1);
  expect(await drawn(page).locator('[data-state="on.last"]').getByText('H', { exact: true }).count()).toBe(1);
  expect(await drawn(page).locator('[data-trigger="after"] text').allTextContents()).toEqual(
    expect.arrayContaining(['after 1 min (dimming)', 'after 500 ms']),
  );
  await page.getByRole('link', { name: 'Rule book', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'press' });
  await expect.poll(() => row.first().locator('th, td').allInnerTexts()).toEqual(['press', 'yes → on', 'yes → on', '']);
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  expect(await page.getByRole('link', { name: 'Incident', exact: true }).count()).toBe(0);
  await ask(page).getByLabel('Sample for break').selectOption('a blow');
  await ask(page)
    .getByRole('button', { name: /^break/ })
    .click();
  await expect.poll(() => ask(page).getByRole('status').innerText()).toBe('broken');
  await ask(page).getByLabel('How do I get to').selectOption('on.last');
  await ask(page).getByRole('alert').getByText('No way to on.last was found.').waitFor();
  await rm(folder, { recursive: true });
});
