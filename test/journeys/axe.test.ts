import { expect, it } from 'vitest';
import { everyFaultOf } from '../kit/axe';
import { openTestApp, type Person } from '../kit/browser';

const testApp = openTestApp();

/** A phone without animations, because text that is half faded in has too little contrast. */
const options = { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' } as const;

/** Goes through screens, each with its route and the element of it that appears last. */
async function goThrough({ open, page }: Person, screens: readonly (readonly [route: string, last: string])[]) {
  for (const [route, last] of screens) {
    await open(route);
    await page.getByRole('main').getByText(last).first().waitFor();
    expect([route, await everyFaultOf(page)]).toEqual([route, []]);
  }
}

it('finds no fault with the screens before the login', async () => {
  await goThrough(await testApp.visitor(options), [
    ['/login', 'Log In'],
    ['/signup', 'About you'],
  ]);
});

it.each([
  {
    username: 'member',
    screens: [
      ['/chat', 'Incident #3 · Dog'],
      ['/gchat', 'All three!'],
      ['/chat/1', 'He is eating. Left front leg is swollen.'],
      ['/report', 'Submit Report'],
      ['/my-cases', 'Initiate Case'],
      ['/profile', 'Shelter'],
      ['/profile/first-aid-kit/1', 'Slip leash'],
      ['/notifications', 'You have earned 10 points and a heart for the case of Team 5.'],
      ['/leaderboard', 'Kabir'],
    ],
  },
  {
    username: 'captain',
    screens: [
      ['/live', 'Behind the vegetable market, gate 3'],
      ['/incident/3', 'Old bridge, east bank, below the tea stall'],
      ['/incident/3/update', 'Use my location'],
      ['/incident/3/media', 'No Media Available'],
      ['/incident/1/assign', 'Kabir'],
    ],
  },
  { username: 'inventory', screens: [['/inventory', 'Slip leash']] },
  {
    username: 'superadmin',
    screens: [
      ['/volunteers', 'Mira Nair'],
      ['/volunteer/1', 'Kit Items'],
      ['/approvals', 'Pavan Das'],
      ['/superadmin', 'Manage Users'],
      ['/superadmin/audit', 'User deleted: Former member 8'],
    ],
  },
] as const)(
  'finds no fault with the screens of $username, light and dark, on a phone and on a desktop',
  async ({ username, screens }) => {
    await goThrough(await testApp.returning(username, options), screens);
  },
);

it('finds text over a picture, and text that is too dark only in dark mode', async () => {
  // A page of its own, because the app's security policy allows no styles in the document.
  const page = await testApp.browser.newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>Dog</title>
    <style>:root { color-scheme: light dark } .dark { color: light-dark(#000, #333); background: light-dark(#fff, #111) }</style>
    <main><h1>Dog</h1><p class="dark">Brown</p><div style="position: relative">
      <img alt="Dog" width="100" height="100" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">
      <p style="position: absolute; top: 20px; left: 0">Limping</p></div></main>`);
  const found = (await everyFaultOf(page)).map((fault) => fault.replace(/<p[^>]*>(\w+)<\/p>.*/s, '$1'));
  await page.close();
  expect(found).toEqual(
    ['desk', 'phone'].flatMap((size) => [
      `${size}, dark: color-contrast: Brown`,
      `${size}, dark: text over a picture, not in DECIDED_BY_HAND: Limping`,
      `${size}, light: text over a picture, not in DECIDED_BY_HAND: Limping`,
    ]),
  );
});
