import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { drawn } from '../kit/workbench';

const testApp = openTestApp();

describe('the rules workbench, live', () => {
  it('follows what the app does in another tab, without a secret, and shows each moment again', async () => {
    const { page: app } = await testApp.visitor();
    await app.goto(`${testApp.server.base}/`);
    await app.getByRole('button', { name: 'Log In' }).waitFor();
    const page = await app.context().newPage();
    await page.goto(`${testApp.server.base}/inspector.html#/session/live`);
    await page.getByText('Nothing is recorded.').waitFor();
    expect(await page.getByRole('button', { name: 'Save recording' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Follow the open tabs' }).click();

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
    await other.getByRole('cell', { name: 'session.granted' }).first().waitFor();
    const shown = page.getByRole('status').filter({ hasText: 'events' });
    const before = await shown.innerText();
    await app.getByRole('link', { name: 'Leaderboard' }).click();
    await expect.poll(() => shown.innerText()).not.toBe(before);

    await page.getByRole('button', { name: 'Pause' }).click();
    const diagram = page.getByRole('region', { name: 'Sequence diagram' }).getByRole('img');
    await page.getByText('Sequence diagram').click();
    expect(await diagram.getAttribute('aria-label')).toMatch(/^\d+ events between \d+ actors/);
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
    const lit = () =>
      drawn(page)
        .locator('[data-active]')
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-state')));
    await page.getByRole('region', { name: 'Actors' }).getByRole('link', { name: 'session', exact: true }).click();
    await expect.poll(lit).toContain('signedIn');
    await page.getByRole('navigation', { name: 'What is shown' }).getByRole('link', { name: 'Live' }).click();
    await page.getByLabel('Moment').fill('1');
    await page.getByRole('region', { name: 'Actors' }).getByText('signedIn').waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Actors' }).getByRole('link', { name: 'session', exact: true }).click();
    await drawn(page).waitFor();
    expect(await lit()).not.toContain('signedIn');
  });
});
