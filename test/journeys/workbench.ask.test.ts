import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { everyFaultOf } from '../kit/axe';
import { isFocused, openTestApp } from '../kit/browser';
import { ask, drawn, openWorkbench, viewLink } from '../kit/workbench';

const testApp = openTestApp();

it('the way to each state is asked for with the arrow keys, and to the same state again after a step from there', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/table');
  const panel = ask(page);
  const goal = panel.getByLabel('How do I get to');
  const where = () => panel.getByRole('status').innerText();
  await goal.focus();
  for (const state of ['REPORTED', 'ASSIGNED', 'IN_PROGRESS']) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(where).toBe(state);
    expect(await goal.inputValue()).toBe(state);
  }
  await page.keyboard.press('ArrowUp');
  await expect.poll(where).toBe('ASSIGNED');

  await panel.getByRole('button', { name: /case\.initiated/ }).click();
  await expect.poll(where).toBe('IN_PROGRESS');
  expect(await goal.inputValue()).toBe('');
  await goal.selectOption('ASSIGNED');
  await expect.poll(where).toBe('ASSIGNED');

  // A path that is replaced, and not only undone, can be brought back.
  await panel.getByRole('button', { name: /case\.initiated/ }).click();
  await expect.poll(where).toBe('IN_PROGRESS');
  const back = panel.getByRole('button', { name: 'Back to the previous path' });
  expect(await back.count()).toBe(0);
  await panel.getByRole('button', { name: 'Start again' }).click();
  await panel.getByText('At the start.').waitFor();
  await back.click();
  await expect.poll(where).toBe('IN_PROGRESS');
  await back.waitFor({ state: 'detached' });
});

it('the way of a caller who gets there alone needs nobody else; Undo and Start again leave the keyboard at the path', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/table');
  const panel = ask(page);
  const where = () => panel.getByRole('status').innerText();
  await panel.getByLabel('Who asks').selectOption('Rescue captain');
  await panel.getByLabel('How do I get to').selectOption('CLOSED');
  await expect.poll(where).toBe('CLOSED');
  expect(await panel.getByRole('alert').count()).toBe(0);
  await panel.getByLabel('Who asks').selectOption('Member');
  await panel.getByLabel('How do I get to').selectOption('');
  await panel.getByLabel('How do I get to').selectOption('CLOSED');
  await panel.getByRole('alert').getByText('only ‘Member’ acts. On this one others act, too.').waitFor();

  // After the only step of a path.
  await panel.getByLabel('Who asks').selectOption({ index: 0 });
  await panel.getByRole('button', { name: 'Start again' }).click();
  for (const button of ['Undo', 'Start again']) {
    await panel.getByLabel('How do I get to').selectOption('ASSIGNED');
    await panel.getByRole('button', { name: button }).focus();
    await page.keyboard.press('Enter');
    await panel.getByText('At the start.').waitFor();
    expect(await isFocused(panel.getByRole('heading', { name: 'The path so far' })), button).toBe(true);
  }
});

it('a step whose button is gone then leaves the keyboard at what may happen next', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/table');
  const panel = ask(page);
  await panel.getByLabel('Who asks').selectOption('Rescue captain');
  const press = async (name: RegExp) => {
    await panel.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  await press(/team\.assign/);
  await expect.poll(() => panel.getByRole('status').innerText()).toBe('ASSIGNED');
  const next = panel.getByRole('heading', { name: 'What may happen next' });
  expect(await isFocused(next)).toBe(true);
  // A button that is still there keeps the focus, so that it can be pressed again.
  await press(/incident\.edit/);
  await panel.getByRole('button', { name: 'as Rescue captain → ASSIGNED (again)' }).waitFor();
  expect(await isFocused(panel.getByRole('button', { name: /incident\.edit/ }).first())).toBe(true);
  // The end of the replay takes away the button that leads there.
  await panel.getByRole('button', { name: 'Replay' }).click();
  await press(/^To the end/);
  await panel.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await isFocused(panel.getByRole('heading', { name: 'The path so far' }))).toBe(true);
});

it('the first two Tabs lead past the list of all charts, to the open one and to the questions about it', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/table');
  await page.getByRole('heading', { name: 'Rules workbench' }).waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to the chart' });
  expect(await isFocused(skip)).toBe(true);
  await page.keyboard.press('Enter');
  expect(await isFocused(page.getByRole('main'))).toBe(true);

  await page.getByRole('button', { name: 'Skip to the questions' }).focus();
  await page.keyboard.press('Enter');
  expect(await isFocused(ask(page))).toBe(true);
  // The rule book has no questions beside it.
  await page.getByRole('link', { name: 'Rule book', exact: true }).click();
  await ask(page).waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: 'Skip to the questions' }).count()).toBe(0);
});

it('says why it cannot go on instead of showing an empty page, and starts again without the address', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/table');
  await page.evaluate(() => {
    Map.groupBy = () => {
      throw new Error('This browser lacks something');
    };
  });
  const says = page.getByRole('alert').getByText('This browser lacks something').waitFor();
  // Whatever draws the page first breaks it, so the question may be gone before it can be asked.
  await Promise.race([says, ask(page).getByLabel('How do I get to').selectOption('ASSIGNED')]);
  await says;
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('heading', { name: 'Rules workbench' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
});

it('says what is wrong with a chart that cannot even be loaded', async () => {
  const { page } = await testApp.visitor();
  const body = 'throw new Error("Child state nowhere does not exist on lamp")';
  await page.route('**/inspector-catalogue-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.goto(`${testApp.server.base}/inspector.html`);
  await page.getByRole('alert').getByText('Child state nowhere does not exist on lamp').waitFor();
});

it('a link to what there is not says so, and the drawing and the questions are there', async () => {
  const links = {
    '#/login/rules': 'There is no ‘Rule book’ of this chart. This is its drawing.',
    '#/login/nothing': 'There is no view ‘nothing’. This is the drawing.',
    '#/login/drawing?part=NOPE': 'This chart has no state or transition ‘NOPE’.',
  };
  // The first one opens the page, as a link from outside does; the others are opened in it.
  const page = await openWorkbench(testApp, Object.keys(links)[0]);
  for (const [link, words] of Object.entries(links)) {
    await page.goto(`${testApp.server.base}/inspector.html${link}`);
    await page.getByRole('status').getByText(words).waitFor();
    await ask(page).waitFor();
    const view = page.getByRole('link', { name: 'Drawing', exact: true });
    expect(await view.getAttribute('aria-current'), link).toBe('page');
  }
});

it('the drawing calls acts as the buttons of the app do, says how to read it, and shows as allowed what the panel does', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/drawing');
  await drawn(page).waitFor();
  const assigning = drawn(page).locator('[data-next]').filter({ hasText: 'team.assign' });
  const isAllowed = () => assigning.first().getAttribute('data-next');
  // So does what stays in its state, which has no line.
  const editing = drawn(page).locator('[data-state="REPORTED"] a').filter({ hasText: 'Edit Incident' });
  const isEditAllowed = () => editing.locator('[data-next]').getAttribute('data-next');
  await ask(page).getByLabel('Who asks').selectOption('Member');
  await expect.poll(isAllowed).toBe('possible');
  expect(await isEditAllowed()).toBe('possible');
  expect(await editing.locator('rect').count()).toBe(0);
  await ask(page).getByLabel('Who asks').selectOption('Rescue captain');
  await expect.poll(isAllowed).toBe('allowed');
  expect(await isEditAllowed()).toBe('allowed');
  // Colour is not the only sign.
  expect(await editing.locator('rect').count()).toBe(1);

  const lines = await drawn(page).locator('[data-state="REPORTED"] tspan, [data-arrow] tspan').allTextContents();
  expect(lines).toEqual(expect.arrayContaining(['Edit Incident [the caller is a', 'Nobody is left in the team']));
  expect(lines.filter((line) => line.includes('incident.'))).toEqual([]);
  const legend = page.getByRole('group').filter({ hasText: 'How to read it' });
  const signs = legend.getByRole('listitem');
  expect(await signs.first().isVisible()).toBe(false);
  await legend.getByText('How to read it').focus();
  await page.keyboard.press('Enter');
  await signs.filter({ hasText: 'is refused now, or cannot be judged' }).waitFor();
  expect(await everyFaultOf(page, 'main')).toEqual([]);
  // The legend's line of a refused act is dashed as in the drawing.
  const dashes = (line: Locator) => line.evaluate((it) => getComputedStyle(it).strokeDasharray);
  const refused = signs.filter({ hasText: 'is refused' }).locator('path');
  await ask(page).getByLabel('Who asks').selectOption('Member');
  await drawn(page).locator('[data-next="possible"] path').first().waitFor();
  expect(await dashes(refused)).toBe(await dashes(drawn(page).locator('[data-next="possible"] path').first()));
});

it('a search counts the findings that it leaves out, and lists them when they are wanted', async () => {
  const page = await openWorkbench(testApp);
  await page.getByRole('searchbox').fill('who may do what as a captain to an incidentLifecycle');
  const found = page.getByRole('navigation', { name: 'Charts' }).getByRole('listitem').filter({ hasText: 'Incident' });
  const links = () => found.first().getByRole('listitem').getByRole('link').allInnerTexts();
  await expect.poll(links).toHaveLength(5);
  const more = found.first().getByRole('button', { name: /^and \d+ more$/ });
  const left = Number((await more.innerText()).match(/\d+/));
  await more.focus();
  await page.keyboard.press('Enter');
  await expect.poll(links).toHaveLength(5 + left);
  expect((await links()).some((link) => link.startsWith('CLOSED: Delete Incident'))).toBe(true);
  // The keyboard is at the first of those that were left out.
  expect(await isFocused(found.first().getByRole('listitem').getByRole('link').nth(5))).toBe(true);
});

it('another chart is opened in the same view for the same caller, and a link has both', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/table');
  await page.setViewportSize({ width: 1280, height: 800 });
  await ask(page).getByLabel('Who asks').selectOption('Admin');
  await page.waitForURL(/who=Admin/);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Rule book', exact: true }).click();
  const charts = page.getByRole('navigation', { name: 'Charts' });
  await charts.getByRole('link', { name: 'Case', exact: true }).click();
  await main.getByRole('table', { name: 'Rules of caseLifecycle' }).waitFor();
  expect(await main.getByLabel('Who').inputValue()).toBe('Admin');
  // So have the links inside the views: to findings, to charts that it runs, and to walks and invariants.
  await page.getByRole('searchbox').fill('session');
  const others = page.locator('a[href^="#/"]:not([href*="who=Admin"])');
  for (const [tab, link] of [
    ['drawing', 'runs clock'],
    ['table', 'clock'],
    ['together', 'Incident'],
    ['coverage', 'Clock'],
  ] as const) {
    await page.goto(`${testApp.server.base}/inspector.html#/session/${tab}?who=Admin`);
    if (tab === 'coverage') await main.getByRole('button', { name: 'Show the last recorded run' }).click();
    await main.getByRole('link', { name: link, exact: true }).first().waitFor();
    expect([tab, await others.allInnerTexts()]).toEqual([tab, []]);
  }
  // It has no rule book.
  await page.goto(`${testApp.server.base}/inspector.html#/caseLifecycle/rules?who=Admin`);
  await charts.getByRole('link', { name: 'Session', exact: true }).click();
  await page.waitForURL(/#\/session\/drawing\?who=Admin/);
});

it('the title of the page and a message say what is open, and signs do not depend on colours', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/rules');
  const main = page.getByRole('main');
  const tab = (name: string) => viewLink(page, name);
  await main.getByRole('status').getByText('Incident · Rule book').waitFor();
  expect(await page.title()).toBe('Incident · Rule book · Rules workbench');
  await page.emulateMedia({ forcedColors: 'active' });
  const outlineOf = (name: string) => tab(name).evaluate((it) => getComputedStyle(it).outlineStyle);
  expect([await outlineOf('Rule book'), await outlineOf('Drawing')]).toEqual(['solid', 'none']);

  await tab('Together').click();
  await expect.poll(() => page.title()).toBe('Together · Rules workbench');
  // It is not about the chart that is open.
  expect(await main.getByRole('heading').allInnerTexts()).toEqual(['Together']);
  const link = main.getByRole('table').getByRole('link').first();
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
});

it('what is shown is copied for an objection: the rule in words, who asks, the path and the link (DECISIONS 320)', async () => {
  const page = await openWorkbench(testApp, '#/incidentLifecycle/table');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const main = page.getByRole('main');
  const copied = async () => {
    await main.getByRole('button', { name: 'Copy for a note' }).click();
    await main.getByRole('status').getByText('Copied.').waitFor();
    return (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  };
  await ask(page).getByLabel('Who asks').selectOption('Rescue captain');
  await ask(page)
    .getByRole('button', { name: /incident\.close/ })
    .click();
  await main
    .getByRole('region', { name: 'CLOSED' })
    .getByRole('link', { name: /incident\.delete/ })
    .click();
  const lines = await copied();
  expect(lines.slice(0, 4)).toEqual([
    'Incident · Table',
    expect.stringMatching(
      /^CLOSED: Delete Incident: incident\.delete\. If the caller is a captain.* Leads to: DELETED\. /,
    ),
    'Who asks: Rescue captain',
    expect.stringMatching(/^1\. Close Incident \(.+\): → CLOSED$/),
  ]);
  // Somebody else sees the same there.
  expect(lines.at(-1)).toBe(page.url());

  // It is said of what was copied only. Over plain http a browser copies nothing: there the text is shown.
  await main.getByRole('region', { name: 'CLOSED' }).getByRole('heading').getByRole('link').click();
  await main.getByText('Copied.').waitFor({ state: 'detached' });
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await main.getByRole('button', { name: 'Copy for a note' }).click();
  expect(await main.getByLabel('This browser does not copy it by itself:').inputValue()).toMatch(
    /^Incident · Table\nCLOSED/,
  );
});
