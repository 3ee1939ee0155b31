import { expect, it } from 'vitest';
import { openBesideOtherServer } from '../kit/besideOtherServer';
import type { Person } from '../kit/browser';
import { hang } from '../kit/hang';
import { s2Supplies } from '../kit/s2supplies';
import { KitPage } from './pages/kit';

/** The server does not recognise repeats. */
const supplies = s2Supplies();
const { other, returning } = await openBesideOtherServer([supplies.part]);

const waiting = ({ page }: Person) => page.getByRole('button', { name: /waiting to be sent/ });

/** Mira with two tabs. The first one sends for both. */
async function twoTabs(route: string): Promise<[Person, Person]> {
  const here = await returning('mira');
  await here.open(route);
  // The other tab is opened when this one can lead.
  await here.page.getByRole('heading').first().waitFor();
  const there = await here.anotherTab();
  await there.open(route);
  return [here, there];
}

it('a message is sent once if the tab that leads hangs before it sends, another tab sends it, and the first one wakes', async () => {
  const [here, there] = await twoTabs('/chat/71');
  for (const { chat } of [here, there]) await chat.isUsable();
  await here.chat.say('Hang zero');
  await there.chat.hears('Hang zero');

  other.switches.holdsGreetings = true;
  other.cut();
  for (const { chat } of [here, there]) await chat.isDisconnected();
  await here.chat.say('Hang one');
  await waiting(there).filter({ hasText: '1 message' }).waitFor();
  await expect.poll(() => other.ungreeted()).toBe(2);
  const wake = await hang(here.page, 'writes');
  // The first tab gets the answer while it hangs: it is the first thing that it sees when it wakes.
  other.switches.holdsGreetings = false;
  other.greet();
  await there.chat.isTicked('Hang one', 'Sent');
  await wake();
  await here.chat.isTicked('Hang one', 'Sent');
  await here.chat.say('Hang two');
  await here.chat.isTicked('Hang two', 'Sent');
  expect(other.stored(71).flatMap(({ text }) => (text?.startsWith('Hang') ? [text] : []))).toEqual([
    'Hang zero',
    'Hang one',
    'Hang two',
  ]);
  for (const tab of [here, there]) await waiting(tab).waitFor({ state: 'detached' });
});

it('a call is made once if the tab that leads hangs until its next try is due, and another tab makes it meanwhile', async () => {
  const [here, there] = await twoTabs('/profile/first-aid-kit/583');
  const kit = new KitPage(here.page);
  await kit.has('Gloves', '2');
  supplies.isBusy = true;
  await kit.add('band', '5');
  await kit.send.click();
  await expect.poll(() => other.calls.filter((call) => call === 'POST /api/requisitions').length).toBe(1);
  await here.page.getByText('Failed to submit requisition. It is tried again by itself.').waitFor();
  await waiting(there).waitFor();
  const wake = await hang(here.page, 'writes');
  supplies.isBusy = false;
  const asked = () => supplies.acts.filter((act) => act.startsWith('POST /api/requisitions '));
  await expect.poll(asked).toHaveLength(1);
  await wake();
  await waiting(here).waitFor({ state: 'detached' });
  await kit.add('glo', '1');
  await kit.send.click();
  await expect.poll(() => kit.step('Gloves × 1').innerText()).toBe('Pending');
  expect(asked()).toEqual([
    'POST /api/requisitions [{"inventoryItemId":11,"quantity":5}]',
    'POST /api/requisitions [{"inventoryItemId":12,"quantity":1}]',
  ]);
});
