import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { type PlaceSharingFact, placeSharingMachine } from '../../src/machines/chat/placeSharing.machine';
import { descriptionsOf, openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { listenToCharts, recordFromStart } from '../kit/screens/charts';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder } from '../kit/walk';
import { failing, placeEvents, placeFacts } from '../walks/chat/placeSharing.facts';
import { UNSUPPORTED } from '../walks/device.facts';
import { device, deviceActs, deviceSays, withoutGeolocation } from './device';

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
  /** The number of messages that say where somebody is. */
  const shared = async () =>
    ((await testApp.read(`/api/chat/messages/${chatId}`, 'tara')) as { text: string }[]).filter(({ text }) =>
      text.startsWith('My place'),
    ).length;
  return { page, chat, dialog, button, shared, expected: await shared(), charts: listenToCharts(page) };
}
type Setup = Awaited<ReturnType<typeof openSetup>>;

const press = (name: string, event: { readonly type: string }) => ({
  tells: [event],
  control: ({ button }: Setup) => button(name),
  does: ({ button }: Setup) => button(name).click(),
});
const ask = ({ page }: Setup) => page.getByRole('button', { name: 'Share my place' });

testScreenWalk({
  machine: placeSharingMachine,
  inputs: { 'a member': { conversation: recorder<ActorRef<Snapshot<unknown>, PlaceSharingFact>>().ref } },
  open: openSetup,
  acts: {
    'Share my place': {
      tells: [placeEvents['Share my place']],
      control: ask,
      does: (setup) => ask(setup).click(),
    },
    Share: press('Share', placeEvents['Share, or Try again']),
    'Try again': press('Try again', placeEvents['Share, or Try again']),
    Cancel: press('Cancel', placeEvents.Cancel),
    Escape: { tells: [placeEvents.Cancel], does: ({ page }) => page.keyboard.press('Escape') },
    ...deviceActs<Setup>(),
    'a browser without geolocation is asked': {
      tells: [placeEvents['Share, or Try again'], { type: 'xstate.error.actor.locate' }],
      does: ({ page, button, dialog }) =>
        withoutGeolocation(page, async () => {
          await button('Share').click();
          await dialog.getByText(UNSUPPORTED, { exact: true }).waitFor();
        }),
    },
  },
  states: statesOf(placeFacts, {
    acts: {
      'asking Share, or Try again': ['Share'],
      'failed Share, or Try again': ['Try again'],
      Cancel: ['Cancel', 'Escape'],
    },
    without: ['the browser has no geolocation'],
    own: { asking: { takes: { 'a browser without geolocation is asked': failing(UNSUPPORTED) } } },
    async shows({ page, dialog }: Setup, { isOpen, isLocating }) {
      if (!isOpen) return dialog.waitFor({ state: 'detached' });
      await dialog.getByText(QUESTION, { exact: true }).waitFor();
      // The question is read out with the dialog, and the status only when it changes.
      expect(await descriptionsOf(dialog)).toEqual([QUESTION]);
      const status = isLocating ? 'Getting your location...' : '';
      await expect.poll(() => dialog.getByRole('status').allInnerTexts()).toContain(status);
      await expect.poll(() => page.evaluate(() => 'device' in window)).toBe(isLocating);
    },
    async after(setup, { to, failure, isSent }) {
      const { page, chat, dialog, shared } = setup;
      if (failure) await dialog.getByText(failure, { exact: true }).waitFor();
      if (isSent) {
        setup.expected += 1;
        await expect.poll(shared).toBe(setup.expected);
        await chat.isTicked(PLACE, 'Sent');
      } else if (to === 'closed')
        // If the device was asked, what it says now is too late.
        await page.evaluate(`if (window.device) { ${deviceSays.found}; delete window.device; }`);
      expect(await shared()).toBe(setup.expected);
    },
  }),
  elsewhere: {},
});
