import { describe, expect, it } from 'vitest';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { call } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { holdBack } from './calls';
import { LeaderboardPage } from './pages/leaderboard';
import { PeoplePage } from './pages/people';

const STANDINGS = '**/api/standings/leaderboard';

const testApp = openTestApp();
const phone = { viewport: { width: 360, height: 740 } };

const placeOf = ({ page }: Person) => page.getByRole('main').evaluate((main) => Math.round(main.scrollTop));
/** The same, once it has not changed for five frames. */
const stillPlaceOf = ({ page }: Person) =>
  page.getByRole('main').evaluate(async (main) => {
    let place = main.scrollTop;
    for (let still = 0; still < 5; ) {
      await new Promise(requestAnimationFrame);
      still = main.scrollTop === place ? still + 1 : 0;
      place = main.scrollTop;
    }
    return Math.round(place);
  });
/** Scrolls the screen to this distance from its top, in px, as soon as it is long enough. */
const scrollTo = ({ page }: Person, place: number) =>
  expect
    .poll(() =>
      page.getByRole('main').evaluate((main, top) => {
        main.scrollTop = top;
        return main.scrollTop;
      }, place),
    )
    .toBe(place);

const manyVolunteers = ({ page }: Person) =>
  page.route('**/api/volunteers', (route) =>
    route.fulfill({
      json: Array.from({ length: 60 }, (_, index) => ({
        id: `v${index}`,
        fullName: `Lata ${String(index).padStart(2, '0')} Rao`,
        position: 'MEMBER',
        availabilityStatus: 'Available',
      })),
    }),
  );
const standings = Array.from({ length: 60 }, (_, index) => ({
  id: `v${index}`,
  firstName: `Lata ${index}`,
  rank: index + 1,
  points: 1000 - index,
  hearts: 1,
  distanceTraveled: 1,
  casesCompleted: 1,
}));

/** A member scrolls down the leaderboard, and leaves it for the volunteers. Their code does not come before `arrives` is called. */
async function leavesAt900() {
  const mira = await testApp.returning('member', phone);
  await mira.page.route(STANDINGS, (route) => route.fulfill({ json: standings }));
  const arrives = await holdBack(mira.page, /assets\/volunteers-[^/]+\.js/);
  await mira.open('/leaderboard');
  await new LeaderboardPage(mira.page).rest.first().waitFor();
  await scrollTo(mira, 900);
  await mira.open('/volunteers');
  return { mira, arrives };
}

describe('a screen that is gone back to (DECISIONS 258)', () => {
  it('is where it was left; one that is opened anew begins at its top', async () => {
    const mira = await testApp.returning('member', phone);
    await manyVolunteers(mira);
    await mira.open('/volunteers');
    await scrollTo(mira, 2_000);
    const card = mira.page.getByRole('link', { name: 'Lata 20 Rao' });
    await card.focus();
    // The rows that it has come to are measured first.
    const left = await stillPlaceOf(mira);
    expect(left).toBeGreaterThan(500);
    await card.press('Enter');
    await mira.isAt('/volunteer/v20');
    await card.waitFor({ state: 'detached' });
    expect(await placeOf(mira)).toBe(0);
    await mira.page.goBack();
    await card.waitFor();
    await expect.poll(() => placeOf(mira)).toBe(left);
    // By another way to the same list.
    await mira.open('/leaderboard');
    await mira.page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
    await mira.open('/volunteers');
    await mira.page.getByRole('link', { name: 'Lata 00 Rao' }).waitFor();
    expect(await placeOf(mira)).toBe(0);
  });

  it('is where it was when it went away, although it has moved while the next screen was being loaded', async () => {
    const { mira, arrives } = await leavesAt900();
    // Rows that are measured now move what is below them.
    await scrollTo(mira, 960);
    arrives();
    await mira.page.getByRole('heading', { name: 'Volunteers' }).waitFor();
    await mira.page.goBack();
    await expect.poll(() => placeOf(mira)).toBe(960);
  });

  it("is where it was, although 'Loading…' has stood in its place, before the next screen has come, or after that", async () => {
    const { mira, arrives } = await leavesAt900();
    const loading = mira.page.getByRole('status').filter({ hasText: 'Loading…' });
    await loading.waitFor();
    // With forced colours, too, one can see that it turns.
    await mira.page.emulateMedia({ forcedColors: 'active' });
    const sides = await loading
      .locator('span')
      .first()
      .evaluate((it) => {
        const { borderTopColor, borderLeftColor } = getComputedStyle(it);
        return [borderTopColor, borderLeftColor];
      });
    expect(new Set(sides).size).toBe(2);
    await mira.page.emulateMedia({ forcedColors: 'none' });
    const isBackAt900 = async () => {
      await mira.page.goBack();
      await new LeaderboardPage(mira.page).rest.first().waitFor();
      await expect.poll(() => placeOf(mira)).toBe(900);
    };
    await isBackAt900();
    await mira.open('/volunteers');
    await loading.waitFor();
    arrives();
    await mira.page.getByRole('heading', { name: 'Volunteers' }).waitFor();
    await isBackAt900();
  });

  it('is there as soon as its list has come, unless the member has done something meanwhile', async () => {
    const mira = await testApp.returning('member', phone);
    let answer = Promise.resolve();
    await mira.page.route(STANDINGS, async (route) => {
      await answer;
      await route.fulfill({ json: standings });
    });
    await mira.open('/leaderboard');
    const board = new LeaderboardPage(mira.page);
    for (const [hasPressed, place] of [
      [false, 900],
      [true, 0],
    ] as const) {
      await board.rest.first().waitFor();
      await scrollTo(mira, 900);
      await mira.open('/profile');
      await mira.page.getByRole('heading', { name: 'Profile' }).first().waitFor();
      let come = () => {};
      answer = new Promise((resolve) => {
        come = resolve;
      });
      await mira.page.goBack();
      await mira.page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
      if (hasPressed) await mira.page.keyboard.press('Shift');
      come();
      await board.rest.first().waitFor();
      await expect.poll(() => placeOf(mira)).toBe(place);
    }
  });
});

it('what could not be fetched is fetched when the network returns, without a press', async () => {
  const mira = await testApp.returning('member', phone);
  await mira.open('/profile');
  await mira.page.getByRole('heading', { name: 'Profile' }).first().waitFor();
  // The code of the leaderboard is there already.
  await mira.open('/leaderboard');
  const board = new LeaderboardPage(mira.page);
  await board.podium.first().waitFor();
  await mira.open('/profile');
  await board.podium.first().waitFor({ state: 'detached' });
  await mira.setOffline(true);
  await mira.open('/leaderboard');
  await mira.page.getByRole('alert').getByText('Could not connect to the server.').waitFor();
  await mira.setOffline(false);
  await board.podium.first().waitFor();
});

it('when the pressed button disappears, the focus goes to the next card, and after the last one to the heading', async () => {
  const { status } = await call(testApp.server.base, '/api/auth/signup', { body: signupForm() });
  expect(status).toBe(201);
  const asha = await testApp.returning('admin', phone);
  const people = new PeoplePage(asha.page);
  await asha.open('/approvals');
  const heading = asha.page.getByRole('heading', { level: 1 });
  await people.applicants.nth(1).waitFor();
  const [first, second] = ['Nila Bose', 'Pavan Das'];
  await asha.page.getByRole('button', { name: `Authorize ${first}` }).press('Enter');
  await people.applicant(first).waitFor({ state: 'detached' });
  const next = asha.page.getByRole('button', { name: `Authorize ${second}` });
  await expect.poll(() => isFocused(next)).toBe(true);
  // A dialog asks before; the button that opened it is gone afterwards, too.
  const opens = async () => {
    await asha.page.getByRole('button', { name: `Deny ${second}` }).press('Enter');
    return people.dialog.isVisible();
  };
  // For half a second after a card has moved, presses do nothing (DECISIONS 211).
  await expect.poll(opens).toBe(true);
  await people.dialog.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
  await people.applicant(second).waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(heading)).toBe(true);
});

it('a chat that is opened from its card on a phone has the focus at its heading, not at a control', async () => {
  const mira = await testApp.returning('member', { ...phone, hasTouch: true });
  await mira.open('/chat');
  await mira.chats.card('Incident #3').press('Enter');
  await mira.chat.isUsable();
  await expect.poll(() => isFocused(mira.page.getByRole('heading', { level: 1 }))).toBe(true);
});
