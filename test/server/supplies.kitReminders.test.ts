import { afterAll, beforeAll, expect, it } from 'vitest';
import { remindOfExpiry } from '../../server/areas/supplies/reminders';
import { type Person, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { noticesOf, suppliesIn } from '../kit/supplies';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());
const { asked, read, makeItem, makeRequisition } = suppliesIn(() => ({ server, tokens }));

const mira: Person = 'member in team';
const path = `first-aid-kit/${people[mira].id}`;
/** Switches Mira's first-aid kit on or off, as on her profile. */
async function carriesKit(hasMedicineBox: boolean): Promise<void> {
  const answer = await asked(mira, 'profile/medicine-box', { method: 'PUT', body: { hasMedicineBox } });
  expect(answer.status).toBe(200);
}
/** The kit as another member reads it. */
const seenKit = async () => {
  const { hasMedicineBox, items } = await read<{
    hasMedicineBox: boolean;
    items: { id: string; inventoryItemName: string; quantity: number }[];
  }>(path, 'captain');
  return { hasMedicineBox, items: items.map(({ inventoryItemName, quantity }) => [inventoryItemName, quantity]) };
};

// DECISIONS K4. That the items are in no team kit meanwhile is tested with the team kits.
it('a kit that is switched off keeps its items, which can be changed; its owner is reminded of them when it is on again', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const before = (await seenKit()).items;
  expect(before.length).toBeGreaterThan(1);
  await makeRequisition('RECEIVED', await makeItem([[9, tomorrow]], { name: 'Burn gel' }), { quantity: 2, by: mira });
  const withGel = (quantity: number) => expect.arrayContaining([...before, ['Burn gel', quantity]]);
  await carriesKit(false);
  expect(await seenKit()).toEqual({ hasMedicineBox: false, items: withGel(2) });

  const { items } = await read<{ items: { id: string; inventoryItemName: string }[] }>(path, mira);
  const gel = items.find(({ inventoryItemName }) => inventoryItemName === 'Burn gel');
  expect((await asked(mira, `${path}/items/${gel?.id}/use`, { body: { used: 1 } })).status).toBe(200);
  const reminders = async () => (await noticesOf(server, mira)).filter((text) => /Burn gel expires/.test(text));
  await remindOfExpiry(server.db, new Date());
  expect(await reminders()).toEqual([]);

  await carriesKit(true);
  expect(await seenKit()).toEqual({ hasMedicineBox: true, items: withGel(1) });
  await remindOfExpiry(server.db, new Date());
  expect(await reminders()).toEqual([`In your first-aid kit: Burn gel expires on ${tomorrow}.`]);
});

it('the owner is reminded of the next expiry date, too, once what expires first is used or comes later (DECISIONS 127)', async () => {
  const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
  const stock = [
    [2, inDays(20)],
    [10, inDays(300)],
  ] as [number, string][];
  const item = await makeItem(stock, { name: 'Nose drops' });
  for (const quantity of [2, 8]) await makeRequisition('RECEIVED', item, { quantity, by: mira });
  interface Row {
    id: string;
    inventoryItemName: string;
    quantity: number;
    nextExpiry: string | null;
  }
  const drops = async () => {
    const { items } = await read<{ items: Row[] }>(path, mira);
    return items.find(({ inventoryItemName }) => inventoryItemName === 'Nose drops');
  };
  const use = async (used: number) =>
    expect((await asked(mira, `${path}/items/${(await drops())?.id}/use`, { body: { used } })).status).toBe(200);
  const reminders = async () => (await noticesOf(server, mira)).filter((text) => /kit: Nose drops/.test(text));
  const [first, next] = [inDays(20), inDays(300)];
  expect(await drops()).toMatchObject({ quantity: 10, nextExpiry: first });
  await remindOfExpiry(server.db, new Date());
  await use(1);
  expect(await drops()).toMatchObject({ quantity: 9, nextExpiry: first });
  await use(3);
  expect(await drops()).toMatchObject({ quantity: 6, nextExpiry: next });
  await remindOfExpiry(server.db, new Date());
  expect(await reminders()).toEqual([`In your first-aid kit: Nose drops expires on ${first}.`]);
  const later = new Date(Date.now() + 290 * 86_400_000);
  await remindOfExpiry(server.db, later);
  expect((await reminders()).slice(1)).toEqual([`In your first-aid kit: Nose drops expires on ${next}.`]);
  const sooner = { delta: 5, reason: 'restock', expiresOn: inDays(295) };
  expect((await asked('inventory manager', `inventory/items/${item}/stock`, { body: sooner })).status).toBe(200);
  await makeRequisition('RECEIVED', item, { quantity: 5, by: mira });
  await remindOfExpiry(server.db, later);
  expect((await reminders()).slice(2)).toEqual([`In your first-aid kit: Nose drops expires on ${sooner.expiresOn}.`]);
});
