import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { decisionIn } from '../../src/inspector/chart/decisions';
import { everyFaultOf } from '../kit/axe';
import { openTestApp } from '../kit/browser';
import { ask, drawn, isUncovered, openWorkbench } from '../kit/workbench';

const testApp = openTestApp();

/** The width of a landscape page of A4, in CSS pixels (96 per inch). */
const A4_ACROSS = 1123;

/** What is wrong with a printed page: it is wider than the paper, or has letters that are too small or too pale. Runs in the page. */
function isLegible(printed: Element): string[] {
  const lightnessOf = (color: string) => {
    const channels = color.match(/[\d.]+/g)?.map(Number) ?? [];
    return Math.max(...channels.slice(0, 3)) / (color.startsWith('color(') || color.startsWith('oklch') ? 1 : 255);
  };
  const letters = [...printed.querySelectorAll('th, td, caption, text')].filter((one) => one.textContent);
  const found = letters.flatMap((one) => {
    const { color, fill, fontSize } = getComputedStyle(one);
    const ink = one instanceof SVGElement ? fill : color;
    const words = one.textContent?.slice(0, 30);
    const size = Number.parseFloat(fontSize) * (one instanceof SVGGraphicsElement ? (one.getScreenCTM()?.a ?? 0) : 1);
    return [...(lightnessOf(ink) > 0.6 ? [`${words}: ${ink}`] : []), ...(size < 7 ? [`${words}: ${size} px`] : [])];
  });
  const across = printed.getBoundingClientRect().width;
  return [
    ...(letters.length < 5 ? ['nothing'] : []),
    ...(across <= innerWidth ? [] : [`${across} px wide`]),
    ...found.slice(0, 5),
  ];
}

it('the rules workbench is printed as rules alone, dark ink on white paper, whatever the screen looks like', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/rules');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const controls = [
    page.getByRole('navigation', { name: 'What is shown' }),
    page.getByRole('navigation', { name: 'Charts' }),
    page.getByRole('searchbox'),
    ask(page),
    page.getByRole('button', { name: 'Print' }),
  ];
  const book = page.getByRole('table');
  await book.waitFor();
  for (const control of controls) await control.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: A4_ACROSS, height: 794 });
  await expect.poll(() => book.evaluate(isLegible)).toEqual([]);
  await page.getByText(/Printed on \d+ \w+ \d{4}/).waitFor();
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);

  await page.emulateMedia({ media: 'screen' });
  await page.getByText(/Printed on/).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'All rule books' }).click();
  const message = page.getByRole('region', { name: 'Message', exact: true }).getByRole('row');
  await message.filter({ hasText: 'message.pinned' }).first().waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Print' }).waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('main').evaluate(isLegible)).toEqual([]);

  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  await page.getByRole('region', { name: 'RESOLVED', exact: true }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await ask(page).waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('main').evaluate(isLegible)).toEqual([]);
  // All states are on paper, not only those in view.
  const printed = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeGreaterThan(1);

  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Drawing' }).click();
  await drawn(page).waitFor();
  // Large on the screen, but not larger than the paper.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Larger' }).click();
      return page.getByLabel('Size', { exact: true }).innerText();
    })
    .toBe('200 %');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await ask(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'SVG' }).waitFor({ state: 'hidden' });
  await expect.poll(() => drawn(page).evaluate(isLegible)).toEqual([]);
});

it('a decision that a rule cites is read in place, and only loaded then', async () => {
  const page = await openWorkbench(testApp, '#/requisitionLifecycle/rules');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const row = page.getByRole('row').filter({ hasText: 'requisition.dispatch' });
  const decision = (name: string) => row.getByRole('button', { name: `Decision ${name}`, exact: true });
  await decision('32').waitFor();
  expect(loaded).toEqual([]);
  await decision('32').press('Enter');
  await row.getByRole('status').waitFor();
  const text = decisionIn(await readFile('docs/decisions.md', 'utf8'), '32') ?? '';
  expect(await row.getByRole('status').innerText()).toBe(`32 ${text}`);
  expect(loaded.map((url) => /inspector-decisions/.test(url))).toEqual([true]);
  expect(await everyFaultOf(page, 'main')).toEqual([]);
  await decision('32').click();
  await row.getByRole('status').waitFor({ state: 'detached' });
  // So is one of a state that is chosen in the drawing.
  await page.goto(`${testApp.server.base}/inspector.html#/requisitionLifecycle/drawing?part=APPROVED`);
  const chosen = page.getByRole('region', { name: 'Chosen in the drawing' });
  await chosen.getByRole('button', { name: /^Decision/ }).click();
  await chosen.getByText(text).waitFor();
});

it('a rule book shows all callers, although one was chosen in another whom this one does not have', async () => {
  const page = await openWorkbench(testApp, '#/caseLifecycle/rules');
  await page.getByRole('main').getByLabel('Who').selectOption('Member of the team');
  await page.goto(`${testApp.server.base}/inspector.html#/incidentLifecycle/rules`);
  await page.getByRole('table', { name: 'Rules of incidentLifecycle' }).waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Act',
    'Member',
    'Rescue captain',
    'Inventory manager',
    'Admin',
    'Super admin',
    'Member, place unknown',
    'Rule',
  ]);
});

it('a rule book says on a phone of which state an act is, wherever it is scrolled', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/rules');
  await page.setViewportSize({ width: 360, height: 800 });
  const book = page.getByRole('table', { name: 'Rules of incidentLifecycle' });
  const state = book.getByText('REPORTED', { exact: true });
  await state.scrollIntoViewIfNeeded();
  // Its last act is at the top, and the last callers are in view.
  await book
    .getByRole('row')
    .filter({ hasText: 'incident.close' })
    .evaluate((row) => {
      const frame = row.closest('table')?.parentElement;
      frame?.scrollBy(400, row.getBoundingClientRect().top - frame.getBoundingClientRect().top - 110);
    });
  expect(await state.evaluate(isUncovered)).toBe(true);
});
