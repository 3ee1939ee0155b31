import { expect, it } from 'vitest';
import { openTestApp, plainHttpName } from '../kit/browser';
import { IncidentPage } from './pages/incident';
import { ProfilePage } from './pages/profile';

// Phones on a local network may reach the server without https. Browsers then lack the clipboard, locks, the microphone and more.
const testApp = openTestApp();
const overPlainHttp = () => ({ base: testApp.server.base.replace('127.0.0.1', plainHttpName) });

it('a phone number is copied', async () => {
  const { page, open } = await testApp.returning('member', overPlainHttp());
  await open('/incident/3');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  const { copyContact } = new IncidentPage(page);
  await copyContact.click();
  await page.getByText('Copied!').waitFor();
  await open('/search');
  const words = page.getByRole('searchbox');
  await words.click();
  await page.keyboard.press('Control+V');
  expect(await words.inputValue()).toBe('9812345670');
});

it('a message is copied out of its menu, a modal: nothing outside of it can be selected', async () => {
  await testApp.say('ravi', 'gchat', 'The gate is open');
  const { page, open, chat } = await testApp.returning('member', overPlainHttp());
  await open('/gchat');
  await chat.isUsable();
  await chat.openMenu('The gate is open');
  await chat.menu.getByRole('button', { name: 'Copy text' }).click();
  await page.getByText('Copied!').first().waitFor();
  await chat.box.click();
  await page.keyboard.press('Control+V');
  expect(await chat.box.inputValue()).toBe('The gate is open');
});

it('news make a sound, and the phone vibrate', async () => {
  const ravi = await testApp.returning('ravi', overPlainHttp());
  // Records what the page asks of the browser, because this one has no loudspeaker.
  await ravi.context.addInitScript(() => {
    const asked = new Set<string>();
    Object.assign(window, { asked });
    Object.assign(navigator, { vibrate: () => asked.add('vibration') });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      asked.add('sound');
      start.call(this, when);
    };
  });
  await ravi.open('/profile');
  const profile = new ProfilePage(ravi.page);
  for (const name of ['Sound', 'Vibration']) await profile.setting(name).click();
  const chat = `chat/${await testApp.caseChat()}`;
  // Repeated, because a message that comes before the connection is open makes no sound.
  await expect
    .poll(async () => {
      await testApp.say('tara', chat, 'Who is there?');
      return ravi.page.evaluate(() => [...(window as unknown as { asked: Set<string> }).asked].sort());
    })
    .toEqual(['sound', 'vibration']);
});
