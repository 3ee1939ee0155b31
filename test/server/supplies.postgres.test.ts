import { cpSync, rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as schema from '../../server/db/schema';
import type { Kit } from '../../src/contract/supplies';
import { copyOfTemplate, type Place } from '../kit/database';
import { newFolder } from '../kit/folder';
import { type Person, people, signAllIn } from '../kit/incidents';
import { call, startTestServer, type TestServer } from '../kit/server';
import { stockOf } from '../kit/supplies';

/**
 * Two servers on one Postgres of DATABASE_URL, so that a lock inside one server cannot help. The lock that allows only one is left
 * out.
 */
const unlocked = { taken: new Promise<void>(() => {}), release: async () => {} };
let place: Place;
let second: string;
let servers: readonly TestServer[];
let pool: pg.Pool;
let tokens: Record<Person, string>;
beforeAll(async () => {
  place = await copyOfTemplate();
  // Each has its own copy of the data folder, which belongs to this database.
  second = newFolder();
  cpSync(place.dataDir, second, { recursive: true });
  servers = await Promise.all(
    [place.dataDir, second].map((dataDir) =>
      startTestServer({ databaseUrl: place.databaseUrl, dataDir }, { lock: async () => unlocked }),
    ),
  );
  tokens = await signAllIn(servers[0]?.base ?? '');
  pool = new pg.Pool({ connectionString: place.databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await Promise.all(servers.map((server) => server.close()));
  rmSync(second, { recursive: true });
  await place.remove();
});

/** A POST to one of the two servers. */
const post = (turn: number, person: Person, path: string, body?: unknown) =>
  call(servers[turn % 2]?.base ?? '', `/api/${path}`, { method: 'POST', body, token: tokens[person] });
const idOf = ({ body }: Awaited<ReturnType<typeof post>>) => (body as { id: string }).id;
const indu = 'inventory manager';
const manager = (turn: number): Person => (turn % 3 ? indu : 'super admin');

async function makeItem(quantity: number) {
  const fields = { name: `Counted ${quantity}`, unit: 'pieces', lowStockThreshold: 0, quantity };
  return idOf(await post(0, indu, 'inventory/items', fields));
}
async function approved(turn: number, inventoryItemId: string) {
  const id = idOf(await post(turn, 'member not in team', 'requisitions', [{ inventoryItemId, quantity: 1 }]));
  expect((await post(turn + 1, indu, `inventory/requisitions/${id}/approve`)).status).toBe(200);
  return id;
}
const turns = (count: number) => Array.from({ length: count }, (_, turn) => turn);
const counts = async (item: string) => {
  const { quantity, ledger, inBatches, lastRow } = await stockOf(
    { db: drizzle(pool, { schema, casing: 'snake_case' }) },
    item,
  );
  return [quantity, ledger, inBatches, lastRow];
};

/** How many of an item are in somebody's kit, a number for each row. */
async function kitOf(person: Person, item: string): Promise<number[]> {
  const path = `/api/first-aid-kit/${people[person].id}`;
  const { items } = (await call(servers[0]?.base ?? '', path, { token: tokens[person] })).body as Kit;
  return items.filter(({ inventoryItemId }) => inventoryItemId === item).map(({ quantity }) => quantity);
}

it('of 50 dispatches at once of the last 10, by two servers, 10 succeed', async () => {
  const item = await makeItem(10);
  const ids = await Promise.all(turns(50).map((turn) => approved(turn, item)));
  const answers = await Promise.all(
    ids.map((id, turn) => post(turn, manager(turn), `inventory/requisitions/${id}/dispatch`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(40).fill(409)]);
  expect(await counts(item)).toEqual([0, 0, 0, 0]);
});

it('one request that 20 dispatch at once by two servers leaves the stock once, and is received once', async () => {
  const item = await makeItem(30);
  const id = await approved(0, item);
  const dispatches = await Promise.all(
    turns(20).map((turn) => post(turn, manager(turn), `inventory/requisitions/${id}/dispatch`)),
  );
  expect(dispatches.filter(({ status }) => status === 200).length).toBe(1);
  expect(dispatches.filter(({ status }) => status === 409).length).toBe(19);
  expect(await counts(item)).toEqual([29, 29, 29, 29]);
  const receipts = await Promise.all(
    turns(20).map((turn) => post(turn, 'member not in team', `requisitions/${id}/acknowledge`)),
  );
  expect(receipts.filter(({ status }) => status === 200).length).toBe(1);
  expect(await kitOf('member not in team', item)).toEqual([1]);
});

it('of 10 uses of the last 4 of a kit, by two servers, 4 succeed', async () => {
  const item = await makeItem(1);
  const owner = people['member not in team'].id;
  const kit = `first-aid-kit/${owner}/items`;
  const id = idOf(
    await post(0, 'member not in team', kit, { inventoryItemId: item, quantity: 4, personallyProcured: true }),
  );
  const uses = await Promise.all(
    turns(10).map((turn) => post(turn, 'member not in team', `${kit}/${id}/use`, { used: 1 })),
  );
  expect(uses.filter(({ status }) => status === 200).length).toBe(4);
  expect(uses.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await kitOf('member not in team', item)).toEqual([]);
});
