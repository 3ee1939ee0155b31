import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requisitions } from '../../server/db/schema';
import { type RequisitionStatus, requisitionStatuses } from '../../src/contract/supplies';
import { requisitionLifecycle } from '../../src/machines/lifecycles/requisition.machine';
import { recordsOf } from '../kit/administration';
import { everybody, type Person, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { call } from '../kit/server';
import { stockOf, suppliesIn, supplyRows } from '../kit/supplies';
import { type RecordedPath, recordWalked, transitionsAt } from '../kit/walking/record';

/**
 * What may be done to a requisition in each status, by whom, and what comes of it: S2 §4 and §6 with DECISIONS 16 and 32, typed by hand
 * and asked of the real server and its database, about somebody else's requisition and about one's own.
 */
let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());
const { asked, read, makeItem, makeRequisition } = suppliesIn(() => ({ server, tokens }));

const acts = {
  approve: 'inventory/requisitions/{id}/approve',
  deny: 'inventory/requisitions/{id}/deny',
  dispatch: 'inventory/requisitions/{id}/dispatch',
  acknowledge: 'requisitions/{id}/acknowledge',
} as const;
type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];

/** The status afterwards. A missing act is possible for nobody: 409. */
const facts: Record<RequisitionStatus, Partial<Record<Act, RequisitionStatus>>> = {
  PENDING: { approve: 'APPROVED', deny: 'DENIED' },
  APPROVED: { dispatch: 'DISPATCHED' },
  DENIED: {},
  DISPATCHED: { acknowledge: 'RECEIVED' },
  RECEIVED: {},
};
const managers: readonly Person[] = ['inventory manager', 'super admin'];
const may = (act: Act, person: Person, isOwn: boolean) => (act === 'acknowledge' ? isOwn : managers.includes(person));

/** The refusal of a manager's call to others. */
const refusals: Record<Act, string> = {
  approve: 'Only an inventory manager or a super admin can manage the inventory.',
  deny: 'Only an inventory manager or a super admin can manage the inventory.',
  dispatch: 'Only an inventory manager or a super admin can manage the inventory.',
  acknowledge: 'Only the member who asked for these supplies can acknowledge them.',
};

const walked: RecordedPath[] = [];
afterAll(() => recordWalked('server', requisitionLifecycle.id, walked));

const statusOf = async (id: string) =>
  (await supplyRows(server)).requisitions.find((row) => row.id === Number(id))?.status;

describe.each(requisitionStatuses)('a requisition that is %s', (status) => {
  describe.each([false, true])('whose requester is the caller: %s', (isOwn) => {
    /** A requisition of each requester. A refusal does not change it, so the next act gets the same one. */
    const made = new Map<Person, string>();
    it.each(names)('%s', async (act) => {
      for (const person of everybody) {
        const requester = isOwn ? person : person === 'admin' ? 'captain' : 'admin';
        const item = () => makeItem([[10, '2030-01-01']]);
        const id = made.get(requester) ?? (await makeRequisition(status, await item(), { by: requester }));
        made.set(requester, id);
        const before = await supplyRows(server);
        const path = acts[act].replace('{id}', id);
        const answer = await asked(person, path, { method: 'POST' });
        const after = facts[status][act];
        const isForbidden = act === 'acknowledge' ? false : !managers.includes(person);
        if (after && may(act, person, isOwn)) {
          expect([person, answer.status, await statusOf(id)]).toEqual([person, 200, after]);
          made.delete(requester);
          expect(answer.body).toMatchObject({ id, status: after, isOwn });
          walked.push({
            title: `${status}: ${act} by ${person}${isOwn ? ', of their own' : ''}`,
            steps: [{ transitions: transitionsAt(requisitionLifecycle, status, `requisition.${act}`) }],
          });
          continue;
        }
        const message = (answer.body as { message: string }).message;
        const refused = isForbidden || after ? 403 : 409;
        expect([person, answer.status]).toEqual([person, refused]);
        if (refused === 403) expect(message).toBe(refusals[act]);
        else expect(message).toContain(`This request is ${status.toLowerCase()} now`);
        expect(await supplyRows(server)).toEqual(before);
      }
    });
  });

  it('is nothing for a visitor', async () => {
    const item = await makeItem([[10]]);
    const id = await makeRequisition(status, item);
    for (const act of names)
      expect((await call(server.base, `/api/${acts[act].replace('{id}', id)}`, { method: 'POST' })).status).toBe(401);
    expect(await statusOf(id)).toBe(status);
  });
});

describe('a requisition whose member is deleted (P7)', () => {
  const { db, makePerson } = recordsOf(() => ({ server, tokens }));
  it.each([
    ['PENDING', 'DENIED'],
    ['APPROVED', 'DENIED'],
    ['DISPATCHED', 'DISPATCHED'],
    ['DENIED', 'DENIED'],
    ['RECEIVED', 'RECEIVED'],
  ] as const)('and that is %s is %s then', async (status, after) => {
    const userId = await makePerson('ACTIVE', ['MEMBER']);
    const [row] = await db().insert(requisitions).values({ userId, status }).returning({ id: requisitions.id });
    const body = { userIds: [String(userId)] };
    await asked('super admin', 'admin/users/batch', { method: 'DELETE', body });
    expect(await statusOf(String(row?.id))).toBe(after);
    // Nobody can acknowledge the receipt any more, so it is not among what managers wait for.
    const onItsWay = await read<{ id: string }[]>('inventory/requisitions?status=DISPATCHED', 'inventory manager');
    expect(onItsWay.map(({ id }) => id)).not.toContain(String(row?.id));
    if (status === after) return;
    const transitions = transitionsAt(requisitionLifecycle, status, 'requester.removed');
    walked.push({ title: `${status}: its member is deleted`, steps: [{ transitions }] });
  });
});

describe('a requisition from request to receipt', () => {
  it('is told to both sides, takes the stock down at dispatch and fills the kit at the receipt', async () => {
    const item = await makeItem([[10, '2031-05-01']], { name: 'Burn gel', unit: 'tubes' });
    const tara = 'member not in team';
    const { body } = await asked(tara, 'requisitions', { body: [{ inventoryItemId: item, quantity: 3 }] });
    const { id, requestedAt, items } = body as { id: string; requestedAt: string; items: { id: string }[] };
    const line = { id: items[0]?.id, inventoryItemId: item, inventoryItemName: 'Burn gel', quantity: 3 };
    const asRequested = {
      id,
      status: 'PENDING',
      userName: 'Tara Joshi',
      requestedAt,
      approvedAt: null,
      items: [line],
      reason: null,
      dispatchedAt: null,
      receivedAt: null,
      // How a manager reaches her (DECISIONS 368).
      userId: expect.stringMatching(/^\d+$/),
      phoneNumber: expect.stringMatching(/^\d{10}$/),
    };
    expect(body).toEqual({ ...asRequested, isOwn: true });
    const mine = async () =>
      (await read<{ id: string }[]>('requisitions/my-requests', tara)).find((one) => one.id === id);
    const listed = async (status: string) =>
      (await read<{ id: string }[]>(`inventory/requisitions?status=${status}`, 'inventory manager')).find(
        (one) => one.id === id,
      );
    expect([await mine(), await listed('PENDING')]).toEqual([body, { ...asRequested, isOwn: false }]);
    expect(await listed('APPROVED')).toBe(undefined);

    await asked('inventory manager', `inventory/requisitions/${id}/approve`, { method: 'POST' });
    const promised = async () =>
      (await read<{ id: string; quantity: number; promised: number }[]>('inventory/items')).find(
        (one) => one.id === item,
      );
    expect(await promised()).toMatchObject({ quantity: 10, promised: 3, nextExpiry: '2031-05-01' });
    expect([await listed('PENDING'), await listed('APPROVED')]).toEqual([
      undefined,
      expect.objectContaining({ status: 'APPROVED', approvedAt: expect.stringMatching(/^20.*Z$/) }),
    ]);

    await asked('super admin', `inventory/requisitions/${id}/dispatch`, { method: 'POST' });
    expect(await promised()).toMatchObject({ quantity: 7, promised: 0 });
    expect((await stockOf(server, item)).events.at(-1)).toEqual({
      reason: 'dispatch',
      delta: -3,
      expiresOn: '2031-05-01',
      note: null,
    });
    const kit = () => read<{ items: object[] }>(`first-aid-kit/${people[tara].id}`, tara);
    const inKit = async () =>
      (await kit()).items.filter((one) => (one as { inventoryItemId: string }).inventoryItemId === item);
    expect(await inKit()).toEqual([]);

    await asked(tara, `requisitions/${id}/acknowledge`, { method: 'POST' });
    expect(await inKit()).toEqual([
      {
        id: expect.any(String),
        inventoryItemId: item,
        inventoryItemName: 'Burn gel',
        quantity: 3,
        personallyProcured: false,
        unit: 'tubes',
        nextExpiry: '2031-05-01',
      },
    ]);
    expect(await mine()).toMatchObject({ status: 'RECEIVED', receivedAt: expect.stringMatching(/^20.*Z$/) });
    expect((await stockOf(server, item)).quantity).toBe(7);
  });
});

describe('a requisition of long ago', () => {
  it('is listed once it is denied, however many later ones were denied before (352)', async () => {
    const old = await makeRequisition('PENDING', await makeItem());
    const { id: userId } = people['member not in team'];
    const later = { userId, status: 'DENIED' as const, deniedAt: new Date(Date.now() - 60_000) };
    await server.db.insert(requisitions).values(Array.from({ length: 200 }, () => later));
    await asked('inventory manager', `inventory/requisitions/${old}/deny`, { method: 'POST' });
    const denied = await read<{ id: string }[]>('inventory/requisitions?status=DENIED', 'inventory manager');
    expect([denied.length, denied.some(({ id }) => id === old)]).toEqual([200, true]);
  });
});
