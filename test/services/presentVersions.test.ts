import { describe, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { CallFailure } from '../../src/contract/failure';
import { kitUse } from '../walks/submissions/samples';
import { connections, portOf, started } from './leaving';

// Only the wiring is tested here: the screens that its files hand on need a browser.
vi.mock('../../src/views/cases/AssignmentScreen', () => ({ AssignmentScreen: null }));
vi.mock('../../src/views/supplies/inventory/InventoryScreen', () => ({ InventoryScreen: null }));
vi.mock('../../src/views/supplies/kit/KitScreen', () => ({ KitScreen: null }));

const { provideAssignment } = await import('../../src/wiring/cases/assignment');
const { provideInventory } = await import('../../src/wiring/supplies/inventory');
const { provideKit } = await import('../../src/wiring/supplies/kit');
const { provideKitUse } = await import('../../src/wiring/submissions/supplies');

/** A server that knows S2 alone: it compares no versions, and tells of no changes. */
const otherServer = () => connections(() => false);
const refusedWith = (serverMessage: string) => ({ status: 'error', error: { status: 409, serverMessage } });
const sent = ({ calls }: ReturnType<typeof connections>) => calls.map(({ options }) => options);

describe('an item of the inventory (DECISIONS 138, 253)', () => {
  const seen = { id: '4', name: 'Gauze', categoryId: 1, quantity: 12, unit: 'rolls', lowStockThreshold: 5 };
  const form = { name: 'Gauze', categoryId: 1, quantity: 12, unit: 'rolls', lowStockThreshold: 5 };
  const dispatched = { ...seen, quantity: 9, unit: 'boxes' };
  const save = (there: ReturnType<typeof connections>, request: object) =>
    started(portOf(provideInventory(there.gateways), 'itemEdit', 'saveItem'), {
      itemId: '4',
      request,
      seen,
      key: 'k1',
    });

  it('is saved without undoing a dispatch of which the form has not heard', async () => {
    const there = otherServer();
    save(there, { ...form, name: 'Gauze swabs' });
    await there.end([{ ...seen, id: '3' }, dispatched]);
    const body = { ...form, name: 'Gauze swabs', quantity: 9, unit: 'boxes' };
    expect(sent(there)).toEqual([{ params: { id: '4' }, query: { seen: 12 }, body }]);
  });

  it('is not saved with a quantity that was typed in place of one that is there no more', async () => {
    const there = otherServer();
    const saving = save(there, { ...form, quantity: 30 });
    await there.end([dispatched]);
    await expect
      .poll(() => saving.getSnapshot())
      .toMatchObject(refusedWith('Somebody else has changed this: it is 9 now.'));
    expect(there.calls).toEqual([]);
    save(there, { ...form, quantity: 30 });
    await there.end([seen]);
    expect(sent(there)).toEqual([{ params: { id: '4' }, query: { seen: 12 }, body: { ...form, quantity: 30 } }]);
  });

  it('goes to such a server as it is if the item is not in its list, and always to ours', async () => {
    const there = otherServer();
    save(there, form);
    await there.end([]);
    const ours = connections();
    save(ours, form);
    expect([sent(there), sent(ours)]).toEqual([
      [{ params: { id: '4' }, query: { seen: 12 }, body: form }],
      [{ params: { id: '4' }, query: { seen: 12 }, body: form }],
    ]);
  });
});

describe('a quantity in the own kit (DECISIONS K1)', () => {
  const set = (there: ReturnType<typeof connections>) =>
    started(portOf(provideKit(there.gateways), 'kitItem', 'setKitItem'), {
      ...{ userId: '7', itemId: '4', name: 'Gauze', quantity: 5, seen: 3 },
    });
  const put = { params: { userId: '7', itemId: '4' }, query: { seen: 3 }, body: { quantity: 5 } };

  it.each([
    ['is set if it is as the member saw it', [{ id: '4', quantity: 3 }]],
    ['is left to the server if the item cannot be found', [{ id: '5', quantity: 1 }]],
  ])('%s', async (_, items) => {
    const there = otherServer();
    set(there);
    await there.end({ items });
    expect(sent(there)).toEqual([put]);
  });

  it('is not set if another device has changed it', async () => {
    const there = otherServer();
    const setting = set(there);
    await there.end({ items: [{ id: '4', quantity: 2 }] });
    await expect
      .poll(() => setting.getSnapshot())
      .toMatchObject(refusedWith('Somebody else has changed this: it is 2 now.'));
    expect(there.calls).toEqual([]);
  });

  it('goes to our server at once', async () => {
    const ours = connections();
    set(ours);
    await expect.poll(() => sent(ours)).toEqual([put]);
  });
});

describe('a use of an item of the own kit (DECISIONS K1)', () => {
  /** Tries to send a use of two, and collects what its chart is told. */
  function use(there: ReturnType<typeof connections>) {
    const told: unknown[] = [];
    const src = portOf(provideKitUse(there.gateways), 'send');
    const input = { submission: kitUse('u1', { userId: '7', itemId: '4', used: 2 }), myId: '7' };
    const owner = createMachine({
      invoke: { src, input },
      on: { 'attempt.*': { actions: ({ event: { type, error } }) => told.push(error ? [type, error.status] : type) } },
    });
    createActor(owner).start();
    return told;
  }
  const params = { userId: '7', itemId: '4' };
  const signal = expect.any(AbortSignal);

  it.each([
    ['an item that is not there', []],
    ['more than there is', [{ id: '4', quantity: 1 }]],
  ])('is refused without a change if it is of %s', async (_, items) => {
    const there = otherServer();
    const told = use(there);
    await there.end({ items });
    await expect.poll(() => told).toEqual([['attempt.failed', 404]]);
    expect(there.calls).toEqual([]);
  });

  it.each([
    ['what is left is set', 5, { params, body: { quantity: 3 }, signal }],
    ['the item is removed if nothing is left', 2, { params, signal }],
  ])('is sent once it is known what is there, and a refusal of the server is told: %s', async (_, quantity, change) => {
    const there = otherServer();
    const told = use(there);
    await there.end({ items: [{ id: '4', quantity }] });
    expect(sent(there)).toEqual([change]);
    await there.end(new CallFailure('refused', 409));
    await expect.poll(() => told).toEqual(['attempt.sent', ['attempt.failed', 409]]);
  });
});

describe('a team (DECISIONS 221)', () => {
  const assign = (there: ReturnType<typeof connections>, seen: string | null) =>
    started(portOf(provideAssignment(there.gateways), 'assignTeam'), {
      ...{ incidentId: '3', userIds: [585], names: ['Tara'], seen },
    });

  it('is not assigned at a server without versions if somebody else has changed the incident', async () => {
    const there = otherServer();
    const assigning = assign(there, 'Monday');
    await there.end({ status: 'ASSIGNED', lastUpdated: 'Tuesday' });
    const text = 'Somebody else has changed this incident meanwhile. It is ASSIGNED now.';
    await expect.poll(() => assigning.getSnapshot()).toMatchObject(refusedWith(text));
    expect(there.calls).toEqual([]);
  });

  it('is assigned otherwise, and where no version is known', async () => {
    const there = otherServer();
    assign(there, 'Monday');
    await there.end({ status: 'REPORTED', lastUpdated: 'Monday' });
    assign(there, null);
    expect(sent(there)).toMatchObject([{ body: { userIds: [585] } }, { body: { userIds: [585] } }]);
    const ours = connections();
    assign(ours, 'Monday');
    expect(sent(ours)).toMatchObject([{ query: { seen: 'Monday' }, body: { userIds: [585] } }]);
  });

  it('is not assigned if the version cannot be fetched', async () => {
    const there = otherServer();
    const assigning = assign(there, 'Monday');
    await there.end(new CallFailure('refused', 404));
    await expect.poll(() => assigning.getSnapshot()).toMatchObject({ status: 'error', error: { status: 404 } });
    expect(there.calls).toEqual([]);
  });
});
