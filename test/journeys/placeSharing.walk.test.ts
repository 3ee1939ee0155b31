import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { type PlaceSharingFact, placeSharingMachine } from '../../src/machines/chat/placeSharing.machine';
import { descriptionsOf, openTestApp } from '../kit/browser';
import { listenToCharts, recordFromStart } from '../kit/screens/charts';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder } from '../kit/walk';
import { device, deviceActs, deviceSays, UNRETRIEVABLE, UNSUPPORTED, withoutGeolocation } from './device';

const testApp = openTestApp();

/** Where the scripted device is, without an accuracy. DECISIONS 166 */
const PLACE = 'My place: 12.97161, 77.59460';
const QUESTION = 'Everybody in this chat will see where you are now. It is sent as a message.';

async function openSetup() {
  const chatId = await testApp.caseChat();
  const mira = await testApp.returning('member');
  const { page, chat } = mira;
  await page.addInitScript(device);
  await recordFromStart(page);
  await mira.open(`/chat/${chatId}`);
  await chat.isUsable();
  const dialog = page.getByRole('dialog', { name: 'Share my place?' });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const shared = async () =>
    ((await testApp.read(`/api/chat/messages/${chatId}`, 'tara')) as { text: string }[]).filter(({ text }) =>
      text.startsWith('My place'),
    ).length;
  return { page, chat, dialog, button, shared, before: await shared(), charts: listenToCharts(page) };
}
type Setup = Awaited<ReturnType<typeof openSetup>>;

/** Nothing is sent. */
const sendsNothing = async ({ shared, before }: Setup) => expect(await shared()).toBe(before);
const failing = (text: string) => ({
  to: 'failed',
  async sees(setup: Setup) {
    await setup.dialog.getByText(text, { exact: true }).waitFor();
    await sendsNothing(setup);
  },
});
const press = (name: string, type: string) => ({
  tells: [{ type }],
  control: ({ button }: Setup) => button(name),
  does: ({ button }: Setup) => button(name).click(),
});
/**
 * The question is read out with the dialog, and its status only when it changes. The device is asked only after the member has said yes.
 */
const says = (status: string, isBusy: boolean) => async (setup: Setup) => {
  await setup.dialog.getByText(QUESTION, { exact: true }).waitFor();
  expect(await descriptionsOf(setup.dialog)).toEqual([QUESTION]);
  await expect.poll(() => setup.dialog.getByRole('status').allInnerTexts()).toContain(status);
  await expect.poll(() => setup.page.evaluate(() => 'device' in window)).toBe(isBusy);
};

testScreenWalk({
  machine: placeSharingMachine,
  inputs: { 'a member': { conversation: recorder<ActorRef<Snapshot<unknown>, PlaceSharingFact>>().ref } },
  open: openSetup,
  acts: {
    'Share my place': {
      tells: [{ type: 'place.ask' }],
      control: ({ page }) => page.getByRole('button', { name: 'Share my place' }),
      does: ({ page }) => page.getByRole('button', { name: 'Share my place' }).click(),
    },
    Share: press('Share', 'place.share'),
    'Try again': press('Try again', 'place.share'),
    Cancel: press('Cancel', 'place.cancel'),
    Escape: { tells: [{ type: 'place.cancel' }], does: ({ page }) => page.keyboard.press('Escape') },
    ...deviceActs<Setup>(),
    'a browser without geolocation is asked': {
      tells: [{ type: 'place.share' }, { type: 'xstate.error.actor.locate' }],
      does: ({ page, button, dialog }) =>
        withoutGeolocation(page, async () => {
          await button('Share').click();
          await dialog.getByText(UNSUPPORTED, { exact: true }).waitFor();
        }),
    },
  },
  states: {
    closed: {
      sees: ({ dialog }) => dialog.waitFor({ state: 'detached' }),
      takes: { 'Share my place': 'asking' },
    },
    asking: {
      sees: says('', false),
      takes: {
        Share: 'locating',
        Cancel: { to: 'closed', sees: sendsNothing },
        Escape: { to: 'closed', sees: sendsNothing },
        'a browser without geolocation is asked': failing(UNSUPPORTED),
      },
    },
    locating: {
      sees: says('Getting your location...', true),
      takes: {
        'the device answers': {
          to: 'closed',
          async sees({ chat, shared, before }) {
            await expect.poll(shared).toBe(before + 1);
            await chat.isTicked(PLACE, 'Sent');
          },
        },
        Cancel: {
          to: 'closed',
          // What the device says now is too late.
          async sees(setup) {
            await setup.page.evaluate(`${deviceSays.found}; delete window.device;`);
            await sendsNothing(setup);
          },
        },
        Escape: {
          to: 'closed',
          async sees(setup) {
            await setup.page.evaluate('delete window.device;');
            await sendsNothing(setup);
          },
        },
        'the member does not allow it': failing(UNRETRIEVABLE),
        'the device takes too long': failing(UNRETRIEVABLE),
        'the device does not know': failing(UNRETRIEVABLE),
      },
    },
    failed: {
      takes: {
        'Try again': 'locating',
        Cancel: { to: 'closed', sees: sendsNothing },
        Escape: { to: 'closed', sees: sendsNothing },
      },
    },
  },
  elsewhere: {},
});
