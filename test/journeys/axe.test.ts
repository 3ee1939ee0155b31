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
      ['/incident/1/assign', 'Tara'],
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
