import { beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '../../src/contract/people';
import { openTestApp, type Person } from '../kit/browser';
import { photo } from '../kit/media';

import { KitPage } from './pages/kit';
import { draftsOnDevice, holdStoreApart, leaveOnDevice, rowsOnDevice } from './storedDevice';

const testApp = openTestApp();
let me = '';
beforeAll(async () => {
  me = ((await testApp.read('/api/profile', 'member')) as Profile).id;
});

/** Two tabs of Mira's browser in the global chat. An unsent text of the first one is stored; the second one was opened before. */
async function writingBeside(text: string): Promise<readonly [Person, Person]> {
  const here = await testApp.returning('member');
  const there = await here.anotherTab();
  for (const { open, chat } of [here, there]) {
    await open('/gchat');
    await chat.isUsable();
  }
  await here.chat.write(text);
  await expect.poll(() => draftsOnDevice(here.page)).toContain(text);
  return [here, there];
}

/** After a reload the text box has this text. */
async function isThereAgain({ page, chat }: Person, text: string): Promise<void> {
  await page.reload();
  await expect.poll(() => chat.box.inputValue()).toBe(text);
}

describe('what is written in one tab (DECISIONS 265)', () => {
  it('stays although another tab sends something in the same chat at once', async () => {
    const [here, there] = await writingBeside('I have the carrier');
    await there.chat.say('On my way');
    await there.chat.isTicked('On my way', 'Sent');
    await isThereAgain(here, 'I have the carrier');
  });

  it('stays although another tab stores something in the same chat and sends it', async () => {
    const [here, there] = await writingBeside('I have the blanket');
    await there.chat.write('Who is at the gate?');
    await expect.poll(() => draftsOnDevice(there.page)).toContain('Who is at the gate?');
    await there.chat.box.press('Enter');
    await there.chat.isTicked('Who is at the gate?', 'Sent');
    await expect.poll(() => draftsOnDevice(there.page)).not.toContain('Who is at the gate?');
    await isThereAgain(here, 'I have the blanket');
  });

  it('comes before what another tab has written later, and is deleted when both are sent', async () => {
    const [here, there] = await writingBeside('I have the muzzle');
    await there.chat.write('Wait for me');
    await expect.poll(() => draftsOnDevice(there.page)).toContain('Wait for me');
    await isThereAgain(here, 'I have the muzzle\nWait for me');
    await here.chat.box.press('Enter');
    await here.chat.isTicked('I have the muzzle Wait for me', 'Sent');
    await expect.poll(() => draftsOnDevice(here.page)).not.toContain('muzzle');
    await isThereAgain(here, '');
  });

  it('is in no tab any more after another one that showed it has sent it: it would be sent twice', async () => {
    const [here, there] = await writingBeside('I have the stretcher');
    await here.media.pick(await photo('stretcher.jpg'));
    await here.media.isReady(1);
    await expect.poll(async () => (await rowsOnDevice(here.page, me)).drafts).toBe(2);
    await isThereAgain(there, 'I have the stretcher');
    await there.media.isReady(1);
    await there.chat.box.press('Enter');
    await there.chat.isTicked('I have the stretcher', 'Sent');
    await expect.poll(() => here.chat.box.inputValue()).toBe('');
    await here.media.attached.waitFor({ state: 'detached' });
    // What one tab writes from then on is its own again.
    await here.chat.write('I have the leash');
    await expect.poll(() => draftsOnDevice(here.page)).toContain('leash');
    expect(await there.chat.box.inputValue()).toBe('');
    await isThereAgain(here, 'I have the leash');
    await here.chat.write('');
    await expect.poll(() => draftsOnDevice(here.page)).not.toContain('leash');
  });

  it('stays although the page of another tab was killed while it stored a message', async () => {
    const mira = await testApp.returning('member');
    const draft = (text: string) => ({ text, replyTo: null });
    const sent = { version: 'b', draft: draft('Killed at Enter') };
    const others = [{ version: 'a', draft: draft('I have the ladder') }];
    await leaveOnDevice(mira.page, testApp.server.base, {
      drafts: [{ userId: me, chat: 'gchat', ...sent, others }],
    });
    const submission = {
      id: 'killed-1',
      kind: 'message',
      queuedAt: Date.now(),
      status: 'waiting',
      wasTried: false,
      reason: null,
      content: {
        chat: { kind: 'global' },
        chatName: 'Global Chat',
        body: {
          text: 'Killed at Enter',
          clientMessageId: 'killed-1',
          parentMessageId: null,
          mediaUrl: null,
          mediaType: null,
        },
        media: null,
      },
    };
    await mira.page.evaluate(([key, note]) => localStorage.setItem(key, note), [
      `saathi.journal/${me}/killed-1`,
      JSON.stringify({ submission, drafts: ['gchat'], versions: ['b'], page: 'gone', place: 1 }),
    ] as const);
    await mira.open('/gchat');
    await mira.chat.isTicked('Killed at Enter', 'Sent');
    await expect.poll(() => mira.chat.box.inputValue()).toBe('I have the ladder');
    await expect.poll(() => draftsOnDevice(mira.page)).not.toContain('Killed at Enter');
    await isThereAgain(mira, 'I have the ladder');
  });
});

describe('a request for supplies', () => {
  const atKit = async (person: Person): Promise<KitPage> => {
    await person.open(`/profile/first-aid-kit/${me}`);
    return new KitPage(person.page);
  };

  it('is not taken back to what its own tab has stored before', async () => {
    const mira = await testApp.returning('member');
    const kit = await atKit(mira);
    await kit.add('gauze', '1');
    await expect.poll(() => draftsOnDevice(mira.page)).toContain('"quantity":"1"');
    const field = kit.cart.getByLabel('Gauze', { exact: true });
    const values = await field.evaluateHandle((input: HTMLInputElement) => {
      const shown = [input.value];
      const look = () => {
        if (shown.at(-1) !== input.value) shown.push(input.value);
        requestAnimationFrame(look);
      };
      look();
      return shown;
    });
    const letWrite = await holdStoreApart(mira, testApp.server.base, 'drafts');
    await field.press('End');
    // The key is held down until the digit is being stored; the next one comes before it is.
    await field.press('2', { delay: 400 });
    await field.press('3');
    await letWrite();
    await expect.poll(() => draftsOnDevice(mira.page)).toContain('"quantity":"123"');
    expect(await values.jsonValue()).toEqual(['1', '12', '123']);
    await kit.cart.getByRole('button').click();
    await kit.cart.waitFor({ state: 'detached' });
    await expect.poll(() => draftsOnDevice(mira.page)).not.toContain('Gauze');
  });

  it('has the item that was added while the request before was being stored', async () => {
    const mira = await testApp.returning('member');
    const kit = await atKit(mira);
    await kit.add('gauze', '2');
    await expect.poll(() => draftsOnDevice(mira.page)).toContain('Gauze');
    const release = await holdStoreApart(mira, testApp.server.base, 'submissions');
    // It is stored before the request, which therefore has to wait.
    await kit.use('Gloves');
    await kit.send.click();
    await kit.cart.waitFor({ state: 'detached' });
    await kit.add('saline', '1');
    const saline = kit.cart.getByLabel('Saline 500 ml', { exact: true });
    await saline.waitFor();
    await release();
    await expect.poll(() => kit.step('Gauze × 2').innerText()).toBe('Pending');
    await expect.poll(() => draftsOnDevice(mira.page)).not.toContain('Gauze');
    expect(await saline.inputValue()).toBe('1');
    await mira.page.reload();
    await saline.waitFor();
    expect(await kit.cart.count()).toBe(1);
  });
});
