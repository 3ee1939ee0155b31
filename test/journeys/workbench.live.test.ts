import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { ask, drawn, viewLink } from '../kit/workbench';

const testApp = openTestApp();

/** A recording of a session whose clock has stopped. */
const recorded = (number: number, actor: string, event: string, value: unknown, status = 'active') => ({
  ...{ number, at: number, actor, event, payload: {}, sender: null, value, status },
});
const recording = {
  actors: [
    { key: 'p/x:0#1', id: 'x:0', chart: 'session', parent: null },
    { key: 'p/clock#2', id: 'clock', chart: 'clock', parent: 'p/x:0#1' },
  ],
  entries: [
    recorded(3, 'p/x:0#1', 'session.granted', 'signedIn'),
    recorded(4, 'p/clock#2', 'xstate.init', { hand: 'moving', bell: 'silent' }),
    recorded(5, 'p/clock#2', 'xstate.stop', { hand: 'moving', bell: 'silent' }, 'stopped'),
  ],
};
/** The states that are highlighted in the drawing. */
const litIn = (page: Page) =>
  drawn(page)
    .locator('[data-active]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-state')));
const fileOf = (text: string) => ({ name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(text) });

describe('the rules workbench, live', () => {
  it('follows what the app does in another tab, without a secret, and shows each moment again', async () => {
    const { page: app } = await testApp.visitor();
    /** Whether the app has fetched the trace (DECISIONS 360). */
    let isTraced = false;
    app.on('request', (request) => {
      isTraced ||= /assets\/trace-[^/]+\.js/.test(request.url());
    });
    await app.goto(`${testApp.server.base}/`);
    await app.getByRole('button', { name: 'Log In' }).waitFor();
    await app.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /trace\.channel[^/]*\.js/.test(name)),
    );
    const page = await app.context().newPage();
    await page.goto(`${testApp.server.base}/inspector.html#/session/live`);
    await page.getByText('Nothing is recorded.').waitFor();
    expect(await page.getByRole('button', { name: 'Save recording' }).isDisabled()).toBe(true);
    expect(isTraced).toBe(false);
    await page.getByRole('button', { name: 'Follow the open tabs' }).click();
    // The first one to follow sees who runs already, and what they do from now on.
    const start = page.getByRole('row').filter({ hasText: 'session' }).filter({ hasText: 'was running already' });
    await start.waitFor();
    expect(await start.innerText()).not.toContain('not taken');
    expect(isTraced).toBe(true);

    await app.getByLabel('Username').fill('member');
    await app.getByLabel('Password', { exact: true }).fill('rescue-demo');
    await app.getByRole('button', { name: 'Log In' }).click();
    await app.waitForURL(/#\/chat/);
    await page.getByRole('region', { name: 'Actors' }).getByText('signedIn').first().waitFor();
    // A tree: what the session runs is below it.
    const session = page.getByRole('region', { name: 'Actors' }).getByRole('listitem');
    const below = session.filter({ has: page.getByRole('link', { name: 'session', exact: true }) }).last();
    await below.getByRole('listitem').getByRole('link', { name: 'clock', exact: true }).waitFor();
    const recorded = await page.evaluate(() => document.body.innerHTML);
    expect(recorded).not.toContain('rescue-demo');

    // Another reviewer who comes later also sees what happened before, and the first one still follows.
    const other = await app.context().newPage();
    await other.goto(`${testApp.server.base}/inspector.html#/session/live`);
    await other.getByRole('button', { name: 'Follow the open tabs' }).click();
    await other.getByRole('region', { name: 'Actors' }).getByText('signedIn').first().waitFor();
    await other.getByRole('cell', { name: 'Session granted' }).first().waitFor();
    const shown = page.getByRole('status').filter({ hasText: 'events' });
    const before = await shown.innerText();
    // A look back ends when the slider is at its end again: it stays there while more events come.
    const slider = page.getByLabel('Moment');
    await slider.press('Home');
    await page.getByText(/^0 of \d+$/).waitFor();
    await slider.press('End');
    await app.getByRole('link', { name: 'Leaderboard' }).click();
    await expect.poll(() => shown.innerText()).not.toBe(before);
    await page.getByText(/^(\d+) of \1$/).waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    const diagram = page.getByRole('region', { name: 'Sequence diagram' }).getByRole('img');
    await page.getByText('Sequence diagram').click();
    expect(await diagram.getAttribute('aria-label')).toMatch(/^\d+ events between \d+ actors/);
    // More actors than fit into the page: the diagram scrolls, so that its words stay as large as they were written.
    const lanes = diagram.locator('line');
    expect(await lanes.count()).toBeGreaterThan(5);
    const wordHeights = await diagram
      .locator('text')
      .evaluateAll((words) => words.map((word) => word.getBoundingClientRect().height));
    expect(Math.min(...wordHeights)).toBeGreaterThan(10);
    await page.getByLabel('Filter').fill('no such event');
    await diagram.waitFor({ state: 'hidden' });
    await page.getByLabel('Filter').fill('session.granted');
    const names = () => page.getByRole('table', { name: 'Events' }).locator('tbody td:nth-child(3)').allInnerTexts();
    await expect.poll(async () => [...new Set(await names())]).toEqual(['session.granted']);
    await page.getByLabel('Filter').fill('');

    // A saved recording shows the same states at the same moments, after everything was forgotten.
    const actors = page.getByRole('region', { name: 'Actors' });
    const total = Number(await page.getByLabel('Moment').getAttribute('max'));
    const statesAt = async (moment: number) => {
      await page.getByLabel('Moment').fill(`${moment}`);
      await page.getByText(`${moment} of ${total}`, { exact: true }).waitFor();
      return actors.innerText();
    };
    const moments = [Math.floor(total / 3), Math.floor((2 * total) / 3), total];
    const seen: string[] = [];
    for (const moment of moments) seen.push(await statesAt(moment));
    expect(new Set(seen).size).toBe(3);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save recording' }).click(),
    ]);
    const saved = await file.path();
    expect(await readFile(saved, 'utf8')).not.toContain('rescue-demo');
    await page.getByRole('button', { name: 'Forget all' }).click();
    await page.getByText('Nothing is recorded.').waitFor();
    await page.getByLabel('Load recording').setInputFiles(saved);
    for (const [place, moment] of moments.entries()) expect(await statesAt(moment)).toBe(seen[place]);

    // The drawing has the states of the chosen actor at the chosen moment: at the last one, and at the first one.
    const lit = () => litIn(page);
    await page.getByRole('region', { name: 'Actors' }).getByRole('link', { name: 'session', exact: true }).click();
    await expect.poll(lit).toContain('signedIn');
    await viewLink(page, 'Live').click();
    await page.getByLabel('Moment').fill('1');
    await page.getByRole('region', { name: 'Actors' }).getByText('signedIn').waitFor({ state: 'hidden' });
    await viewLink(page, 'Drawing').click();
    await drawn(page).waitFor();
    expect(await lit()).not.toContain('signedIn');

    // A tab that is opened after somebody has followed records from its start.
    const later = await app.context().newPage();
    await later.goto(`${testApp.server.base}/`);
    const actor = other.locator('td:nth-child(3)', { hasText: /^session$/ });
    await other.getByRole('row').filter({ has: actor }).filter({ hasText: 'xstate.init' }).waitFor();
  });

  it('opens a recording while it follows, shows who has stopped, and takes back a choice and a loss', async () => {
    const { page } = await testApp.visitor();
    await page.goto(`${testApp.server.base}/inspector.html#/session/live?who=Admin`);
    const follow = page.getByRole('button', { name: 'Follow the open tabs' });
    const load = page.getByLabel('Load recording');
    await follow.click();
    await load.setInputFiles(fileOf('{}'));
    await page.getByRole('alert').getByText('This is no recording.').waitFor();
    await follow.click();
    await load.setInputFiles(fileOf(JSON.stringify(recording)));
    await page.getByText('2 actors, 3 events').waitFor();
    await follow.waitFor();
    // Its field is emptied before a file is chosen, because a browser is silent about the same file again.
    await Promise.all([page.waitForEvent('filechooser'), load.click()]);
    expect(await load.inputValue()).toBe('');

    const actors = page.getByRole('region', { name: 'Actors' });
    // Of a parallel chart the state of each region is shown.
    await actors.getByText('clock hand.moving and bell.silent (stopped)', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'hand.moving and bell.silent', exact: true }).first().waitFor();
    await page.getByLabel('Moment').fill('2');
    await actors.getByText('clock hand.moving and bell.silent', { exact: true }).waitFor();
    await page.getByLabel('Moment').press('End');

    const events = () => page.getByRole('table', { name: 'Events' }).locator('tbody td:nth-child(3)').allInnerTexts();
    const all = ['xstate.stop', 'xstate.init', 'session.granted'];
    const session = actors.getByRole('link', { name: 'session', exact: true });
    const chosen = page.getByRole('button', { name: 'Only events of session' });
    const choose = async () => {
      await session.click();
      await drawn(page).waitFor();
      // A link keeps who asks.
      expect(page.url()).toContain('who=Admin');
      await viewLink(page, 'Live').click();
      await chosen.waitFor();
      expect(await events()).toEqual(['session.granted']);
    };
    await choose();
    await chosen.click();
    await expect.poll(events).toEqual(all);
    await choose();
    await session.click();
    await chosen.waitFor({ state: 'detached' });
    expect(await events()).toEqual(all);

    // The drawing shows the actor and says so, until the reviewer goes along a path of the chart's own.
    await session.click();
    const bar = page.getByText('The drawing shows ‘session’ in Live, now.');
    await bar.waitFor();
    expect(await litIn(page)).toContain('signedIn');
    await ask(page).getByRole('button', { name: 'Read token: failed' }).first().click();
    await bar.waitFor({ state: 'detached' });
    expect(await litIn(page)).not.toContain('signedIn');
    expect(await litIn(page)).toContain(await ask(page).getByRole('status').innerText());
    await ask(page).getByRole('button', { name: 'Start again' }).click();
    await bar.waitFor();
    await page.getByRole('button', { name: 'Show the path instead' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await litIn(page)).toContain(await ask(page).getByRole('status').innerText());
    await viewLink(page, 'Live').click();

    await page.getByRole('button', { name: 'Forget all' }).click();
    await page.getByText(/^Nothing is recorded/).waitFor();
    await page.getByRole('button', { name: 'Back to the previous recording' }).click();
    await page.getByText('2 actors, 3 events').waitFor();
  });

  it('names the actors of two tabs, which rules each event took, and what it carries', async () => {
    const { page } = await testApp.visitor();
    await page.goto(`${testApp.server.base}/inspector.html#/session/live`);
    const change = 'setting.confirmed | setting.change | 0';
    const settingOf = (tab: string) => ({
      actor: { key: `${tab}/availability#1`, id: 'availability', chart: 'setting', parent: null },
      entries: [
        {
          ...recorded(2, `${tab}/availability#1`, 'setting.change', 'saving'),
          transitions: [change],
          payload: { by: 'x' },
        },
        { ...recorded(3, `${tab}/availability#1`, 'setting.press', 'saving'), transitions: [] },
      ],
    });
    const tabs = ['p', 'q'].map(settingOf);
    const both = { actors: tabs.map(({ actor }) => actor), entries: tabs.flatMap(({ entries }) => entries) };
    await page.getByLabel('Load recording').setInputFiles(fileOf(JSON.stringify(both)));
    const actors = page.getByRole('region', { name: 'Actors' });
    await actors.getByRole('heading', { name: 'tab 2' }).waitFor();
    expect(await actors.getByRole('link', { name: 'setting · availability' }).count()).toBe(2);

    await page.getByLabel('Filter').fill('availability, tab 2');
    const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    const cells = await rows.first().locator('td').allInnerTexts();
    expect(cells[0]).toMatch(/\d\d:\d\d:\d\d[.,]003/);
    expect(cells.slice(1)).toEqual([
      ...['tab 2', 'setting · availability', 'setting.press', 'outside', 'saving', 'not taken'],
    ]);
    await rows.last().getByText('setting.change', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await rows.last().getByText('by: x').waitFor();
    await rows.last().getByRole('link', { name: 'confirmed: Change setting' }).click();
    await page.waitForURL(/#\/setting\/table\?part=/);
  });
});
