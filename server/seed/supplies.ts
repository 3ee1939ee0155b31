import { findMember } from '../areas/session/callers';
import { createCategory } from '../areas/supplies/categories';
import { dayAfter } from '../areas/supplies/days';
import { acknowledge, approve, deny, dispatch } from '../areas/supplies/handling';
import { adjustStock, createItem } from '../areas/supplies/items';
import { addPersonalItem } from '../areas/supplies/kit';
import { remindOfExpiry } from '../areas/supplies/reminders';
import { requestSupplies } from '../areas/supplies/requisitions';
import type { Db } from '../db/open';
import type { Ago } from './ago';
import type { DemoIds } from './people';

/** One delivery of an item: the quantity, and in how many days it expires. */
type Delivery = readonly [quantity: number, expiresIn?: number];
interface DemoItem {
  readonly name: string;
  readonly unit: string;
  readonly lowStockThreshold: number;
  readonly deliveries: readonly Delivery[];
  readonly barcode?: string;
}

const stock = {
  Dressings: [
    { name: 'Bandage', unit: 'rolls', lowStockThreshold: 10, deliveries: [[40]], barcode: '8901234500019' },
    {
      name: 'Gauze',
      unit: 'packs',
      lowStockThreshold: 10,
      deliveries: [
        [25, 400],
        [30, 700],
      ],
    },
    { name: 'Gloves', unit: 'pairs', lowStockThreshold: 50, deliveries: [[200, 900]], barcode: '8901234500026' },
  ],
  Medicines: [
    {
      name: 'Antiseptic',
      unit: 'bottles',
      lowStockThreshold: 5,
      deliveries: [
        [6, 18],
        [8, 340],
      ],
    },
    { name: 'Saline 500 ml', unit: 'bottles', lowStockThreshold: 8, deliveries: [[12, 200]] },
    { name: 'Wound spray', unit: 'cans', lowStockThreshold: 3, deliveries: [[9, 120]] },
  ],
  Tools: [
    { name: 'Carrier box', unit: 'pieces', lowStockThreshold: 1, deliveries: [[2]] },
    { name: 'Slip leash', unit: 'pieces', lowStockThreshold: 5, deliveries: [[15]] },
  ],
} as const satisfies Record<string, readonly DemoItem[]>;

/**
 * Creates a stocked inventory with one item low on stock and batches that expire, a requisition in each status, and the kits of
 * Mira and Ravi (DECISIONS 15), with the same functions that the API calls.
 */
export async function seedSupplies(db: Db, ids: DemoIds, ago: Ago): Promise<void> {
  const items = await seedStock(db, ids.inventory, ago);
  const manager = await findMember(db, ids.inventory);
  const request = async (name: keyof DemoIds, at: Date, asked: Readonly<Record<string, number>>) => {
    const lines = Object.entries(asked).map(([item, quantity]) => ({ inventoryItemId: items(item), quantity }));
    const { id } = await requestSupplies(db, ids[name], lines, at);
    return (days: number) => ({ id, by: manager, at: ago({ days }) });
  };

  const received = await request('member', ago({ days: 20 }), { Bandage: 4, Antiseptic: 2 });
  await approve(db, received(19));
  await dispatch(db, received(18));
  await acknowledge(db, { ...received(17), by: await findMember(db, ids.member) });

  const denied = await request('tara', ago({ days: 12 }), { 'Carrier box': 2 });
  await deny(db, denied(11), 'The boxes stay at the shelter. Please borrow one there.');

  const dispatched = await request('member', ago({ days: 5 }), { Gauze: 3, 'Wound spray': 1 });
  await approve(db, dispatched(4));
  await dispatch(db, dispatched(3));

  const approved = await request('ravi', ago({ days: 3 }), { Gloves: 20, 'Saline 500 ml': 2 });
  await approve(db, approved(2));

  await request('tara', ago({ hours: 20 }), { Bandage: 2, 'Slip leash': 1 });

  const own = (name: keyof DemoIds, item: string, quantity: number) =>
    addPersonalItem(db, ids[name], { inventoryItemId: items(item), quantity, personallyProcured: true });
  await own('member', 'Gloves', 6);
  await own('member', 'Slip leash', 1);
  await own('ravi', 'Bandage', 2);
  await own('ravi', 'Gauze', 1);
  await remindOfExpiry(db, ago({ days: 1 }));
}

/**
 * Creates the categories and items with their stock.
 * @returns a function that finds the id of an item by its name.
 */
async function seedStock(db: Db, by: number, ago: Ago): Promise<(name: string) => string> {
  const ids = new Map<string, string>();
  const now = ago({});
  for (const [category, items] of Object.entries(stock)) {
    const { id: categoryId } = await createCategory(db, category);
    for (const { deliveries, ...item } of items as readonly DemoItem[]) {
      const id = await createItem(db, { ...item, categoryId, quantity: 0 }, by, ago({ days: 40 }));
      ids.set(item.name, String(id));
      for (const [delta, days] of deliveries) {
        const expiresOn = days === undefined ? null : dayAfter(now, days);
        const delivery = { delta, reason: 'restock', note: 'From the vet.', expiresOn } as const;
        await adjustStock(db, id, delivery, by, ago({ days: 30 }));
      }
    }
  }
  const use = { delta: -5, reason: 'use', note: 'For the vaccination camp.', expiresOn: null } as const;
  await adjustStock(db, Number(ids.get('Saline 500 ml')), use, by, ago({ days: 8 }));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`there is no ${name}`);
    return id;
  };
}
