import { spawn } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { everyFaultOf } from '../kit/axe';
import { openTestApp } from '../kit/browser';
import { ask, drawn } from '../kit/workbench';

const testApp = openTestApp();

/** `npm run workbench -- test/walks/workbench/foreign.ts`, and the address that it prints. */
const script = spawn(process.execPath, ['scripts/workbench.mjs', 'test/walks/workbench/foreign.ts'], {
  env: { ...process.env, NO_COLOR: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
afterAll(() => script.kill());
const address = new Promise<string>((resolve, reject) => {
  let printed = '';
  script.stdout.on('data', (data) => {
    printed += data;
    const [, found] = /Local:\s+(http:\S+)/.exec(printed) ?? [];
    if (found) resolve(found);
  });
  script.once('exit', () => reject(new Error(`It has ended: ${printed}`)));
});

it('shows the charts of another project, with every kind of state, and knows nothing of this app', async () => {
  const { page } = await testApp.visitor();
  await page.goto(`${await address}inspector.html#/house/drawing`);
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
  const goal = ask(page).getByLabel('How do I get to');
  // A history state is no place to be: it leads to the state that was left.
  expect(await goal.getByRole('option').allInnerTexts()).not.toContain('on.last');
  await page.goto(`${await address}inspector.html#/meter/table`);
  await goal.selectOption('spare');
  await ask(page).getByRole('alert').getByText('No way to spare was found.').waitFor();
});

it('shows one machine in a page of another project, with the states of an actor that runs there', async () => {
  const { page } = await testApp.visitor();
  await page.goto(`${await address}test/walks/workbench/embedded.html`);
  const view = page.getByRole('region', { name: 'A house', exact: true });
  const isActive = (state: string) => drawn(page).locator(`[data-active][data-state="${state}"]`).count();
  await expect.poll(() => isActive('light.dark')).toBe(1);
  await page.getByRole('button', { name: 'Enter the house' }).click();
  await expect.poll(() => isActive('light.lit')).toBe(1);
  expect(await isActive('light.dark')).toBe(0);

  // The machine that it runs, and back. The address of the page does not change.
  await drawn(page).getByRole('link', { name: 'runs lamp' }).click();
  await expect.poll(() => drawn(page).locator('[data-state="broken"]').count()).toBe(1);
  await ask(page)
    .getByRole('button', { name: /^press/ })
    .click();
  await expect.poll(() => ask(page).getByRole('status').innerText()).toBe('on.bright');
  await view.getByRole('link', { name: 'Table', exact: true }).click();
  await view.getByText('Only a strong blow breaks it.').waitFor();
  await view.getByRole('link', { name: 'Back to A house' }).click();
  await view.getByRole('region', { name: 'light.lit', exact: true }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await everyFaultOf(page, 'main')).toEqual([]);
});
