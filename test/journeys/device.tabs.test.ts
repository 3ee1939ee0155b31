import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import { openTestApp, type Person } from '../kit/browser';
import { holdWaits, stopClock } from '../kit/clock';
import { hang } from '../kit/hang';
import { jpeg } from '../kit/media';
import { actorsIn } from '../kit/screens/actors';
import { holdStoreApart, rowsOnDevice } from './storedDevice';

const testApp = openTestApp();

const said = async (matching: RegExp) =>
  ((await testApp.read('/api/gchat/messages', 'tara')) as Message[])
    .map(({ text }) => text ?? '')
    .filter((text) => matching.test(text));
const MEDIA = '**/api/gchat/media';
/** How long a tab waits for a sign of the one that leads, in milliseconds. */
const ANSWER_TIMEOUT = 3_000;
/** How long a tab that begins to lead waits for the database, in milliseconds. */
const STORE_WAIT = 5_000;
/** The uploads that a tab makes from now on. */
const uploadsOf = ({ page }: Person): string[] => {
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/gchat/media')) uploads.push(request.url());
  });
  return uploads;
};
const waiting = ({ page }: Person) => page.getByRole('button', { name: /waiting to be sent/ });
const tray = ({ page }: Person) => page.getByRole('dialog', { name: 'Waiting to be sent' });

async function atGlobalChat(person: Person): Promise<Person> {
  await person.open('/gchat');
  await person.chat.isUsable();
  return person;
}

describe('the tab that sends for all', () => {
  it('and hangs is replaced within seconds; nothing is sent twice when it wakes', async () => {
    const here = await atGlobalChat(await testApp.returning('member'));
    await here.chat.say('Hang zero');
    await here.chat.isTicked('Hang zero', 'Sent');
    const there = await atGlobalChat(await here.anotherTab());
    await there.chat.hears('Hang zero');

    // The tab hangs while its message is on its way, before it can receive the echo.
    await here.chat.write('Hang one');
    const wake = await hang(here.page, { press: 'Send' });
    await there.chat.say('Hang two');
    await there.chat.isTicked('Hang two', 'Sent');
    await wake();
    await here.chat.isTicked('Hang two', 'Sent');
    await here.chat.say('Hang three');
    await here.chat.isTicked('Hang three', 'Sent');
    await there.chat.say('Hang four');
    await there.chat.isTicked('Hang four', 'Sent');
    expect(await said(/^Hang/)).toEqual(['Hang zero', 'Hang one', 'Hang two', 'Hang three', 'Hang four']);
    for (const tab of [here, there]) await waiting(tab).waitFor({ state: 'detached' });
  });

  it('is closed while the database does not answer: the next one hangs and sends nothing, and the third sends once, after 5 s', async () => {
    const first = await atGlobalChat(await testApp.returning('member'));
    await first.page.route(MEDIA, (route) => route.fulfill({ status: 503, json: {} }));
    await first.media.pick(await jpeg());
    await first.media.isReady(1);
    // Only a tab that leads tries to send.
    await Promise.all([first.page.waitForResponse(MEDIA), first.chat.say('Next one')]);
    const second = await atGlobalChat(await first.anotherTab());
    // It has read what waits, so it is a candidate before the third tab is one.
    await waiting(second).waitFor();
    const third = await atGlobalChat(await first.anotherTab());
    await waiting(third).waitFor();
    const watch = async (tab: Person) => ({
      uploads: uploadsOf(tab),
      waits: await holdWaits(tab.page, [ANSWER_TIMEOUT, STORE_WAIT]),
    });
    const [next, last] = [await watch(second), await watch(third)];
    const release = await holdStoreApart(first, testApp.server.base, 'submissions');

    await first.page.close();
    await next.waits.begun(STORE_WAIT);
    const wake = await hang(second.page, 'nothing');
    await last.waits.end(ANSWER_TIMEOUT);
    await last.waits.begun(STORE_WAIT);
    await wake();
    // It has been told that another tab leads.
    await next.waits.gone(STORE_WAIT);
    expect([...next.uploads, ...last.uploads]).toEqual([]);
    expect(await said(/^Next/)).toEqual([]);

    await last.waits.end(STORE_WAIT);
    await third.chat.isTicked('Next one', 'Sent');
    expect(await waiting(second).count()).toBe(1);
    await release();
    await waiting(second).waitFor({ state: 'detached' });
    await second.chat.isTicked('Next one', 'Sent');
    const { id } = (await testApp.read('/api/profile', 'member')) as Profile;
    expect(await rowsOnDevice(second.page, id)).toMatchObject({ submissions: 0, quarantine: 0 });
    expect([next.uploads.length, last.uploads.length]).toEqual([0, 1]);
    expect(await said(/^Next/)).toEqual(['Next one']);
  });
});

it('two tabs with something waiting do nothing but check every 2 s whether the other one runs', async () => {
  const here = await atGlobalChat(await testApp.returning('member'));
  const there = await atGlobalChat(await here.anotherTab());
  const { id } = (await testApp.read('/api/profile', 'member')) as Profile;
  await here.setOffline(true);
  await here.chat.isDisconnected();
  await here.chat.say('Quiet one');
  await waiting(here).waitFor();
  await waiting(there).waitFor();
  // Each message on the store's channel makes every tab read all waiting submissions.
  const changes = await here.page.evaluate((store) => {
    const heard: unknown[] = [];
    return new Promise<unknown[]>((resolve) => {
      let questions = 0;
      for (const name of [store, `${store}.leader`])
        new BroadcastChannel(name).onmessage = ({ data }) => {
          if (name === store) heard.push(data);
          if (data?.areYouThere && ++questions === 2) resolve(heard);
        };
    });
  }, `saathi.submissions.${id}`);
  expect(changes).toEqual([]);
  await here.setOffline(false);
  await here.chat.isTicked('Quiet one', 'Sent');
  expect(await said(/^Quiet/)).toEqual(['Quiet one']);
});

describe('Send now', () => {
  it('reaches the tab that sends for all, whichever tab it is pressed in', async () => {
    const here = await atGlobalChat(await testApp.returning('member'));
    const there = await atGlobalChat(await here.anotherTab());
    await here.setOffline(true);
    for (const { chat } of [here, there]) await chat.isDisconnected();
    await there.chat.say('Hurry one');
    await waiting(here).filter({ hasText: '1 message' }).waitFor();

    // The chart that sends it is broken in the first tab, so that only 'Send now' can send it.
    const actors = actorsIn(here.page);
    const submission = 'messaging/queue/submission';
    for (let time = 0; time < 3; time++) await actors.fail(submission);
    expect(await actors.isDown(submission)).toBe(true);
    await here.setOffline(false);
    for (const { chat } of [here, there]) await chat.isConnected();
    await waiting(there).click();
    await tray(there).getByRole('button', { name: 'Send now' }).click();
    await tray(there).getByText('Everything has been sent.').waitFor();
    expect(await said(/^Hurry/)).toEqual(['Hurry one']);
    await there.page.keyboard.press('Escape');
    await there.chat.isTicked('Hurry one', 'Sent');
  });
});

describe('what waits and what is written', () => {
  it('survive a failure of the sending charts: started again, or brought back by Send now and Try again', async () => {
    const mira = await atGlobalChat(await testApp.returning('member'));
    const { page, chat } = mira;
    const actors = actorsIn(page);
    await mira.setOffline(true);
    await chat.isDisconnected();
    await chat.say('Broken one');
    await chat.say('Broken two');
    await waiting(mira).filter({ hasText: '2 messages' }).waitFor();
    await chat.write('Still being written');

    const queue = 'messaging/queue';
    await actors.fail(queue);
    expect(await actors.isDown(queue)).toBe(false);
    await waiting(mira).filter({ hasText: '2 messages' }).waitFor();

    const submission = 'messaging/queue/submission';
    await actors.fail(submission);
    expect(await actors.isDown(submission)).toBe(false);
    for (let time = 0; time < 2; time++) await actors.fail(submission);
    expect(await actors.isDown(submission)).toBe(true);
    await mira.setOffline(false);
    await chat.isConnected();
    await waiting(mira).click();
    await tray(mira).getByRole('button', { name: 'Send now' }).click();
    // Sent is what the page knows of, not only the server: without its answer both would still count below.
    await tray(mira).getByText('Everything has been sent.').waitFor();
    expect(await said(/^Broken/)).toEqual(['Broken one', 'Broken two']);
    await page.keyboard.press('Escape');

    await mira.setOffline(true);
    await chat.isDisconnected();
    await chat.box.press('Enter');
    await chat.write('Another one');
    await waiting(mira).filter({ hasText: '1 message' }).waitFor();
    for (let time = 0; time < 2; time++) await actors.fail(queue);
    expect(await actors.isDown(queue)).toBe(true);
    await mira.setOffline(false);
    await chat.isConnected();
    await page
      .getByRole('alert')
      .filter({ hasText: 'stopped working' })
      .getByRole('button', { name: 'Try again' })
      .click();
    await chat.isTicked('Still being written', 'Sent');
    expect(await chat.box.inputValue()).toBe('Another one');
    await chat.box.press('Enter');
    await chat.isTicked('Another one', 'Sent');
    expect(await said(/^(Broken|Still|Another)/)).toEqual([
      'Broken one',
      'Broken two',
      'Still being written',
      'Another one',
    ]);
  });

  it('is tried at once when the queue is started again, and then after longer waits, while the server cannot take it', async () => {
    const mira = await testApp.returning('member');
    const { page, chat, media } = mira;
    await page.clock.install();
    await atGlobalChat(mira);
    let uploads = 0;
    await page.route(MEDIA, (route) => {
      uploads++;
      return uploads < 3 ? route.fulfill({ status: 503, json: {} }) : route.continue();
    });
    await media.pick(await jpeg());
    await media.isReady(1);
    await stopClock(page);
    await chat.say('Once more');
    await waiting(mira).filter({ hasText: '1 message' }).click();
    const why = tray(mira).getByText('Media upload failed. It is tried again by itself.');
    await why.waitFor();
    expect(uploads).toBe(1);

    await actorsIn(page).fail('messaging/queue');
    await expect.poll(() => uploads).toBe(2);
    await why.waitFor();
    // The failure before the restart counts, and so does the restart: the third wait takes 6 to 8 s.
    await page.clock.runFor(5_900);
    expect(uploads).toBe(2);
    await page.clock.runFor(2_200);
    await page.clock.resume();
    await tray(mira).getByText('Everything has been sent.').waitFor();
    expect(uploads).toBe(3);
    await page.keyboard.press('Escape');
    await chat.isTicked('Once more', 'Sent');
    expect(await said(/^Once more/)).toEqual(['Once more']);
  });
});
