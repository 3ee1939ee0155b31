import { expect } from 'vitest';
import { nearbyMachine } from '../../src/machines/incidents/nearby.machine';
import { openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { listenToCharts, recordFromStart } from '../kit/screens/charts';
import { testScreenWalk } from '../kit/screens/walk';
import { scriptedWorld } from '../kit/walk';
import { PLACE, UNSUPPORTED } from '../walks/device.facts';
import { failing, MINUTE, NOW, nearbyEvents, nearbyFacts, recalled } from '../walks/incidents/nearby.facts';
import { dog } from '../walks/incidents/samples';
import { device, deviceActs, deviceAnswers, deviceSays, unlocated, withoutGeolocation } from './device';
import { listing, liveScreenOf } from './liveScreen';

const testApp = openTestApp();
const openLive = liveScreenOf(testApp);

/** The scripted device is at 12.97161234, 77.5946. A hundredth of a degree of latitude is 1.112 km. */
const incidents = [
  dog({ id: '1', location: 'Far', latitude: 13.2, longitude: 77.5946, reportedAt: '2026-03-09T12:00:00Z' }),
  dog({ id: '2', location: 'Nowhere', reportedAt: '2026-03-09T11:00:00Z' }),
  dog({ id: '3', location: 'Near', latitude: 12.98161234, longitude: 77.5946, reportedAt: '2026-03-09T10:00:00Z' }),
];
const USUAL = ['Far', 'Nowhere', 'Near'];
const NEAREST_FIRST = ['Near', 'Far', 'Nowhere'];

async function openSetup() {
  const { mira, live } = await openLive('/live', async (member) => {
    await member.page.addInitScript(device);
    await recordFromStart(member.page);
    await listing(incidents)(member);
  });
  const { page } = mira;
  await live.cards.nth(2).waitFor();
  /** Leaves the list, changes what this device remembers and allows, and comes back. Only 'before' leaves the page its last place. */
  async function comesBack(isAllowed: boolean, choice: 'yes' | 'no', located?: 'before') {
    await mira.menu.goTo('Leaderboard');
    await mira.isAt('/leaderboard');
    await page.evaluate((kept) => localStorage.setItem('live/near', kept), choice);
    if (!located) await mira.context.clearPermissions();
    if (isAllowed) await mira.context.grantPermissions(['geolocation']);
    await page.goBack();
    await mira.isAt('/live');
    await live.cards.nth(2).waitFor();
  }
  const near = (isPressed: boolean) => page.getByRole('button', { name: /^(Near me|Locating…)$/, pressed: isPressed });
  return { page, live, near, comesBack, charts: listenToCharts(page) };
}
type Setup = Awaited<ReturnType<typeof openSetup>>;

const remembers = async ({ page }: Setup, choice: string) =>
  expect(await page.evaluate(() => localStorage.getItem('live/near'))).toBe(choice);

testScreenWalk({
  machine: nearbyMachine,
  inputs: { 'a member': { world: scriptedWorld() } },
  open: openSetup,
  acts: {
    'Near me': {
      tells: [nearbyEvents['Near me']],
      control: ({ near }) => near(false),
      does: ({ near }) => near(false).click(),
    },
    'Near me, pressed again': {
      tells: [nearbyEvents['Near me, pressed again']],
      control: ({ near }) => near(true),
      does: ({ near }) => near(true).click(),
    },
    'a browser without geolocation is asked': {
      tells: [nearbyEvents['Near me'], unlocated('the browser has no geolocation')],
      does: ({ page, near }) =>
        withoutGeolocation(page, async () => {
          await near(false).click();
          await page.getByText(UNSUPPORTED, { exact: true }).waitFor();
        }),
    },
    ...deviceActs<Setup>(),
    'allowed and chosen': { tells: [recalled(true, true)], does: ({ comesBack }) => comesBack(true, 'yes') },
    'allowed, chosen and located before': {
      tells: [recalled(true, true, { ...PLACE, at: NOW })],
      does: async ({ page, live, near, comesBack }) => {
        await page.context().grantPermissions(['geolocation']);
        await near(false).click();
        await deviceAnswers(page, 'found');
        await live.card('Near').getByText('1.1 km', { exact: true }).waitFor();
        await comesBack(true, 'yes', 'before');
      },
    },
    'back after 15 min': {
      tells: [{ type: 'page.shown', at: NOW + 15 * MINUTE }],
      does: ({ page }) =>
        page.evaluate((ms) => {
          const later = Date.now() + ms;
          Date.now = () => later;
          document.dispatchEvent(new Event('visibilitychange'));
        }, 15 * MINUTE),
    },
    'chosen, not allowed': { tells: 'anew', does: ({ comesBack }) => comesBack(false, 'yes') },
    'allowed, not chosen': { tells: 'anew', does: ({ comesBack }) => comesBack(true, 'no') },
  },
  states: statesOf(nearbyFacts, {
    without: ['the browser has no geolocation'],
    own: {
      off: {
        takes: {
          'chosen, not allowed': 'off',
          'allowed, not chosen': 'off',
          'a browser without geolocation is asked': failing(UNSUPPORTED),
        },
      },
      failed: { takes: { 'a browser without geolocation is asked': failing(UNSUPPORTED) } },
    },
    async shows({ page, live, near }: Setup, { isSorted, isLocating = false }) {
      await expect.poll(() => live.locations()).toEqual(isSorted ? NEAREST_FIRST : USUAL);
      expect(await near(isLocating || isSorted === true).innerText()).toBe(isLocating ? 'Locating…' : 'Near me');
      expect(await page.getByText(/\d km/).count()).toBe(isSorted ? 2 : 0);
    },
    async after(setup, { failure, place, isKept, isTooLate }) {
      const { page, live } = setup;
      if (failure) await page.getByText(failure, { exact: true }).waitFor();
      if (place) await live.card('Near').getByText('1.1 km', { exact: true }).waitFor();
      if (isTooLate) {
        await page.waitForFunction('window.device');
        await page.evaluate(`${deviceSays.found}; delete window.device;`);
      }
      if (isKept !== undefined) await remembers(setup, isKept ? 'yes' : 'no');
    },
  }),
  elsewhere: {
    'nearby.on xstate.after.untilOld.nearby.on nearby.outdated': 'A quarter of an hour: test/walks has it.',
  },
});
