import { expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';

const testApp = openTestApp();

/** Counts from now on how often the page tells the server that its member is typing. */
function signsFrom({ page }: Person): () => number {
  let signs = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      signs += String(payload).split('/typing').length - 1;
      // The subscription names the topic, not the destination.
      signs -= String(payload).split('/topic/typing').length - 1;
    }),
  );
  return () => signs;
}
const types = ({ chat }: Person, text: string) => chat.box.pressSequentially(text);
const line = ({ page }: Person, text: string) => page.getByText(text, { exact: true });
const anyLine = ({ page }: Person) => page.getByText(/typing…$/);

it('the others in the chat of a case see who is typing, and nothing moves', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
  const kabir = await testApp.returning('captain');
  const asha = await testApp.returning('admin', { hasClock: true });
  const signs = signsFrom(mira);
  const route = `/chat/${await testApp.caseChat()}`;
  for (const { open, chat } of [mira, kabir, asha]) {
    await open(route);
    await chat.isUsable();
  }
  const tab = await mira.anotherTab();
  await tab.open(route);
  await tab.chat.isUsable();

  const place = await kabir.chat.box.boundingBox();
  const before = Date.now();
  await Promise.all([line(kabir, 'Mira is typing…').waitFor(), types(mira, 'I am at the')]);
  expect(await kabir.chat.box.boundingBox()).toEqual(place);
  // Eleven keys cause at most one sign in 3 s.
  expect(signs()).toBeGreaterThan(0);
  expect(signs()).toBeLessThanOrEqual(1 + Math.floor((Date.now() - before) / 3_000));

  // She does not see herself, and her other tab does not show her, either.
  await Promise.all([...[mira, tab].map((one) => line(one, 'Kabir is typing…').waitFor()), types(kabir, 'Where')]);
  await types(mira, ' gate');
  await expect
    .poll(async () => {
      await types(kabir, '?');
      await types(mira, '.');
      return anyLine(asha).allInnerTexts();
    })
    .toEqual([expect.stringMatching(/^(Mira and Kabir|Kabir and Mira) are typing…$/)]);

  // Mira's message has arrived, so only Kabir is still shown.
  await mira.chat.send.click();
  await asha.chat.hears('I am at the gate');
  await expect
    .poll(async () => {
      await types(kabir, '?');
      return anyLine(asha).allInnerTexts();
    })
    .toEqual(['Kabir is typing…']);
  // A member who stops typing is no longer shown.
  await asha.page.clock.fastForward(6_000);
  await anyLine(asha).waitFor({ state: 'detached' });
});

it('the sign of typing is not sent in the global chat, without a connection, or after the message was sent', async () => {
  const mira = await testApp.returning('member');
  const kabir = await testApp.returning('captain');
  const signs = signsFrom(mira);
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await types(mira, 'Good morning');
  await mira.chat.send.click();
  await mira.chat.isTicked('Good morning', 'Sent');
  expect(signs()).toBe(0);

  const route = `/chat/${await testApp.caseChat()}`;
  for (const { open, chat } of [mira, kabir]) {
    await open(route);
    await chat.isUsable();
  }
  await mira.setOffline(true);
  await mira.chat.isDisconnected();
  await types(mira, 'In a dead zone');
  expect(await mira.page.getByRole('button', { name: /waiting to be sent/ }).count()).toBe(0);
  await mira.setOffline(false);
  await mira.chat.isConnected();
  // What she typed without a connection causes no sign now; only her message arrives.
  await mira.chat.send.click();
  await kabir.chat.hears('In a dead zone');
  expect(signs()).toBe(0);
  expect(await anyLine(kabir).count()).toBe(0);
});
