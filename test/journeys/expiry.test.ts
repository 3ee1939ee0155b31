import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';

/** How long a token lasts here, in seconds: long enough to log in and to open a chat on a slow machine, short enough to wait for. */
const LIFETIME = 20;

const testApp = openTestApp({ TOKEN_TTL: String(LIFETIME) });

it('a token that expires ends the session of an open app, and opens none later; the next login leads back', async () => {
  const member = await testApp.member('member');
  const cookiesAndStorage = await member.context.storageState();
  await member.menu.goTo('Global Chat');
  await member.chat.isUsable();
  await member.login.isShown();
  await member.login.explains('Your session has expired. Please log in again.');

  const later = await testApp.visitor({ storageState: cookiesAndStorage });
  await later.open('/gchat');
  await later.login.isShown();
  expect(await later.page.evaluate(() => localStorage.getItem('token'))).toBe(null);

  await member.login.logIn('member');
  await member.isAt('/gchat');
});
