import { expect } from 'vitest';
import { nearbyMachine } from '../../src/machines/incidents/nearby.machine';
import type { Place } from '../../src/rules/incidents/incidents';
import { openTestApp } from '../kit/browser';
import { listenToCharts, recordFromStart } from '../kit/screens/charts';
import { testScreenWalk } from '../kit/screens/walk';
import { scriptedWorld } from '../kit/walk';
import { dog } from '../walks/incidents/samples';
import {
  device,
  deviceActs,
  deviceAnswers,
  deviceSays,
  UNRETRIEVABLE,
  UNSUPPORTED,
  withoutGeolocation,
} from './device';
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

const shows =
  (order: readonly string[], label: string) =>
  async ({ page, live, near }: Setup) => {
    await expect.poll(() => live.locations()).toEqual(order);
    expect(await near(label === 'Locating…' || order === NEAREST_FIRST).innerText()).toBe(label);
    expect(await page.getByText(/\d km/).count()).toBe(order === NEAREST_FIRST ? 2 : 0);
  };
const remembers = async ({ page }: Setup, choice: string | null) =>
  expect(await page.evaluate(() => localStorage.getItem('live/near'))).toBe(choice);
const failing = (text: string) => ({
  to: 'failed',
  sees: ({ page }: Setup) => page.getByText(text, { exact: true }).waitFor(),
});
const world = scriptedWorld();
const recalled = (isAllowed: boolean, isChosen: boolean, place: (Place & { at: number }) | null = null) => ({
  type: 'nearby.recalled',
  isAllowed,
  isChosen,
  place,
});

testScreenWalk({
  machine: nearbyMachine,
  inputs: { 'a member': { world } },
  open: openSetup,
  acts: {
    'Near me': {
      tells: [{ type: 'near.choose' }],
      control: ({ near }) => near(false),
      does: ({ near }) => near(false).click(),
    },
    'Near me, pressed again': {
      tells: [{ type: 'near.leave' }],
      control: ({ near }) => near(true),
      does: ({ near }) => near(true).click(),
    },
    'a browser without geolocation is asked': {
      tells: [{ type: 'near.choose' }, { type: 'xstate.error.actor.locate' }],
      does: ({ page, near }) =>
        withoutGeolocation(page, async () => {
          await near(false).click();
          await page.getByText(UNSUPPORTED, { exact: true }).waitFor();
        }),
    },
    ...deviceActs<Setup>(),
    'comes back, allowed and chosen before': {
      tells: [recalled(true, true)],
      does: ({ comesBack }) => comesBack(true, 'yes'),
    },
    'is located, and comes back': {
      tells: [recalled(true, true, { latitude: 12.97161234, longitude: 77.5946, at: world.time })],
      does: async ({ page, live, near, comesBack }) => {
        await page.context().grantPermissions(['geolocation']);
        await near(false).click();
        await deviceAnswers(page, 'found');
        await live.card('Near').getByText('1.1 km', { exact: true }).waitFor();
        await comesBack(true, 'yes', 'before');
      },
    },
    'comes back after an hour': {
      tells: [{ type: 'page.shown', at: world.time + 3_600_000 }],
      does: ({ page }) =>
        page.evaluate(() => {
          const later = Date.now() + 3_600_000;
          Date.now = () => later;
          document.dispatchEvent(new Event('visibilitychange'));
        }),
    },
    'comes back, chosen before but not allowed': { tells: 'anew', does: ({ comesBack }) => comesBack(false, 'yes') },
    'comes back, allowed but not chosen': { tells: 'anew', does: ({ comesBack }) => comesBack(true, 'no') },
  },
  states: {
    off: {
      sees: shows(USUAL, 'Near me'),
      takes: {
        'Near me': 'locating',
        'a browser without geolocation is asked': failing(UNSUPPORTED),
        'comes back, allowed and chosen before': 'locating',
        'is located, and comes back': 'renewing',
        'comes back, chosen before but not allowed': 'off',
        'comes back, allowed but not chosen': 'off',
      },
    },
    locating: {
      sees: shows(USUAL, 'Locating…'),
      takes: {
        'Near me, pressed again': {
          to: 'off',
          // What the device says now is too late, and is not remembered.
          sees: async (setup) => {
            await setup.page.waitForFunction('window.device');
            await setup.page.evaluate(`${deviceSays.found}; delete window.device;`);
            await remembers(setup, 'no');
          },
        },
        'the device answers': {
          to: 'on',
          sees: async (setup) => {
            await setup.live.card('Near').getByText('1.1 km', { exact: true }).waitFor();
            await remembers(setup, 'yes');
          },
        },
        'the member does not allow it': failing(UNRETRIEVABLE),
        'the device takes too long': failing(UNRETRIEVABLE),
        'the device does not know': failing(UNRETRIEVABLE),
      },
    },
    renewing: {
      sees: shows(NEAREST_FIRST, 'Locating…'),
      takes: {
        'Near me, pressed again': { to: 'off', sees: (setup) => remembers(setup, 'no') },
        'the device answers': 'on',
        'the device takes too long': 'on',
      },
    },
    on: {
      sees: shows(NEAREST_FIRST, 'Near me'),
      takes: {
        'Near me, pressed again': { to: 'off', sees: (setup) => remembers(setup, 'no') },
        'comes back after an hour': 'outdated',
      },
    },
    outdated: {
      sees: shows(NEAREST_FIRST, 'Locating…'),
      takes: {
        'Near me, pressed again': { to: 'off', sees: (setup) => remembers(setup, 'no') },
        'the device answers': 'on',
        'the device does not know': failing(UNRETRIEVABLE),
      },
    },
    failed: {
      sees: shows(USUAL, 'Near me'),
      takes: { 'Near me': 'locating', 'a browser without geolocation is asked': failing(UNSUPPORTED) },
    },
  },
  elsewhere: {
    'nearby.on xstate.after.untilOld.nearby.on nearby.outdated': 'A quarter of an hour: test/walks has it.',
  },
});
