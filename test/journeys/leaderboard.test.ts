import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/contract/people';
import { openTestApp } from '../kit/browser';
import { enlargeText } from '../kit/fit';
import { passAgain } from './calls';
import { LeaderboardPage } from './pages/leaderboard';

const PATH = '**/api/standings/leaderboard';

const testApp = openTestApp();

const standing = (firstName: string, rank: number) => ({
  id: firstName,
  firstName,
  rank,
  points: 1000 - 10 * rank,
  hearts: 20 + rank,
  distanceTraveled: 12.345,
  casesCompleted: 30 + rank,
});
const four = [standing('Ravi', 1), standing('Mira', 2), standing('Tara', 3), standing('Kabir', 4)];

async function open(answer?: { status?: number; json: unknown } | null) {
  const mira = await testApp.returning('member');
  if (answer !== undefined)
    await mira.page.route(PATH, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
  await mira.open('/leaderboard');
  return { mira, board: new LeaderboardPage(mira.page) };
}

describe('the leaderboard', () => {
  it('has a podium in the order second, first, third with a crown on the first, and the rest as a list', async () => {
    const { mira, board } = await open({ json: four });
    await board.podium.first().waitFor();
    expect((await board.podium.allInnerTexts()).map((text) => text.match(/[A-Z]\w+/)?.[0])).toEqual([
      'Mira',
      'Ravi',
      'Tara',
    ]);
    await expect
      .poll(() => board.podium.filter({ has: board.crown }).allInnerTexts())
      .toEqual([expect.stringContaining('Ravi')]);
    await expect.poll(() => board.rest.count()).toBe(1);
    await board.rest.getByRole('button', { name: /^Rank 4\s*Kabir\s*960 points$/ }).waitFor();

    // The numbers of a member are told in a modal, which the keyboard opens and closes.
    const kabir = board.rest.getByRole('button');
    await kabir.focus();
    await mira.page.keyboard.press('Enter');
    const modal = mira.page.getByRole('dialog', { name: 'Kabir' });
    await modal.waitFor();
    expect(await board.factsIn(modal)).toEqual([
      ['Rank', '4'],
      ['Points', '960'],
      ['Hearts', '24'],
      ['Distance', '12.3 km'],
      ['Cases', '34'],
    ]);
    // With forced colours, which show no backgrounds, it has an edge.
    await mira.page.emulateMedia({ forcedColors: 'active' });
    expect(await modal.evaluate((it) => getComputedStyle(it).borderTopStyle)).toBe('solid');
    await mira.page.emulateMedia({ forcedColors: 'none' });
    await mira.page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    await expect.poll(() => kabir.evaluate((it) => it === document.activeElement)).toBe(true);
    await board.podium.nth(1).getByRole('button').click();
    await mira.page.getByRole('dialog', { name: 'Ravi' }).getByRole('button', { name: 'Close' }).click();
    await mira.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('has a podium with an edge, in which large numbers in large text stay in their columns', async () => {
    const { mira, board } = await open({ json: four.map((one) => ({ ...one, points: 1_234_567 })) });
    await board.podium.first().waitFor();
    await mira.page.setViewportSize({ width: 360, height: 800 });
    await enlargeText(mira.page);
    await expect
      .poll(() => board.podium.evaluateAll((steps) => steps.map((step) => step.scrollWidth - step.clientWidth)))
      .toEqual([0, 0, 0]);
    // Forced colours show no backgrounds.
    await mira.page.emulateMedia({ forcedColors: 'active' });
    const block = board.podium.first().locator('button > :last-child');
    expect(await block.evaluate((it) => getComputedStyle(it).borderTopWidth)).toBe('1px');
    await mira.page.emulateMedia({ forcedColors: 'none' });
  });

  it('has no podium for fewer than three, and shows members which of them they are', async () => {
    const { id } = (await testApp.read('/api/profile', 'member')) as Profile;
    const { board } = await open({ json: [standing('Ravi', 1), { ...standing('Mira', 2), id }] });
    await board.rest.nth(1).waitFor();
    expect(await board.podium.count()).toBe(0);
    expect(await board.rest.allInnerTexts()).toEqual([
      expect.stringMatching(/Ravi(?! \(you\))/),
      expect.stringContaining('Mira (you)'),
    ]);
  });

  it('shows what the server counts: Mira and Ravi share the first rank; she is told her own', async () => {
    const { mira, board } = await open();
    await board.podium.first().waitFor();
    await mira.page.getByText('You: rank 1, 30 points', { exact: true }).waitFor();
    await board.podium
      .nth(1)
      .getByRole('button', { name: /^Crown\s*Mira \(you\)\s*30 points\s*Rank 1$/ })
      .waitFor();
    await board.podium
      .nth(0)
      .getByRole('button', { name: /^Ravi\s*30 points\s*Rank 1$/ })
      .waitFor();

    // Somebody is deleted meanwhile: it does not go on naming them (DECISIONS 76).
    const tara = mira.page.getByRole('button', { name: /Tara/ });
    await tara.waitFor();
    await testApp.act('superadmin', 'DELETE', '/api/admin/users/batch', { userIds: ['7'] });
    await tara.waitFor({ state: 'detached' });
  });

  it('says so when there is nobody in it', async () => {
    const { mira, board } = await open({ json: [] });
    await mira.page.getByText('Members appear here once they have points.').waitFor();
    expect(await board.podium.count()).toBe(0);
  });

  it('says so when the server fails, cannot be reached or answers something else, and tries again', async () => {
    const [refused, lost] = ['Failed to fetch leaderboard data.', 'Could not connect to the server.'];
    const { mira, board } = await open({ status: 500, json: {} });
    const again = mira.page.getByRole('button', { name: 'Try again' });
    const says = (text: string) => mira.page.getByRole('alert').getByText(text, { exact: true }).waitFor();
    await says(refused);
    await mira.page.route(PATH, (route) => route.abort());
    await again.click();
    await says(lost);
    await mira.page.route(PATH, (route) => route.fulfill({ json: { no: 'list' } }));
    await again.click();
    await says(refused);
    await passAgain(mira.page, PATH);
    await again.click();
    await board.podium.first().waitFor();
  });
});
