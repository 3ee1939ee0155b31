import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { InventoryItem } from '../../../src/contract/supplies';
import {
  type ItemEditSnapshot,
  itemEditMachine,
  selectErrors,
  selectFailure,
  selectForm,
  selectIsNew,
  selectIsSubmitting,
  selectReplaced,
} from '../../../src/machines/supplies/itemEdit.machine';
import type { ItemField } from '../../../src/machines/supplies/itemForm';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, type RunningChart, scriptedWorld, testWalk, walkOf } from '../../kit/walk';
import { bandage, CHANGED, eachFailure, failures, listeners, textsOf } from './samples';

const props = () => ({ ports: { saveItem: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof itemEditMachine> & ReturnType<typeof props>;
const dressings = { id: '1', name: 'Dressings' };

function opened(changes: object = {}) {
  const { ports, parent } = props();
  const machine = itemEditMachine.provide({ actors: { saveItem: ports.saveItem.logic as never } });
  const actor = createActor(machine, {
    input: {
      parent: parent.ref,
      world: scriptedWorld(),
      item: null,
      barcode: '',
      categories: [dressings],
      isExtended: true,
      ...changes,
    },
  }).start();
  return {
    actor,
    ports,
    change: (name: ItemField, value: string) => actor.send({ type: 'field.changed', name, value }),
    submit: () => actor.send({ type: 'form.submit' }),
    read: <T>(select: (snapshot: ItemEditSnapshot) => T) => select(actor.getSnapshot()),
    sent: () => ports.saveItem.calls.at(-1),
    async answer(error: unknown) {
      ports.saveItem.reject(error);
      await new Promise(setImmediate);
    },
  };
}

describe('a new item', () => {
  it("begins with quantity 0, threshold 5 and 'pieces' (S2 §5, §9)", () => {
    expect(opened().read(selectForm)).toEqual({
      name: '',
      categoryId: '',
      quantity: '0',
      unit: 'pieces',
      lowStockThreshold: '5',
      barcode: '',
    });
    expect(opened({ barcode: '4006' }).read(selectForm).barcode).toBe('4006');
  });

  it('is sent with its fields, and with the category in the type in which its id came', () => {
    const { change, submit, sent } = opened({ categories: [{ id: '583', wireId: 583, name: 'Food' }] });
    change('name', ' Dry food ');
    change('categoryId', '583');
    change('quantity', '20');
    submit();
    expect(sent()).toEqual({
      itemId: null,
      request: {
        name: 'Dry food',
        categoryId: 583,
        quantity: 20,
        unit: 'pieces',
        lowStockThreshold: 5,
        barcode: null,
      },
      seen: null,
      key: expect.stringMatching(/^id-/),
    });
  });

  it('has no barcode for a server that does not know them (DECISIONS W1)', () => {
    const { change, submit, sent } = opened({ isExtended: false });
    change('name', 'Dry food');
    submit();
    expect(sent()).toMatchObject({ request: { name: 'Dry food' } });
    expect(Object.keys((sent() as { request: object }).request)).not.toContain('barcode');
  });

  it.each([
    ['name', '  ', 'Name is required.'],
    ['unit', '', 'Unit is required.'],
    ['quantity', '', 'Quantity is required.'],
    ['quantity', '-1', 'Quantity must be 0 or more.'],
    ['quantity', '1.5', 'Quantity must be a whole number, such as 1000.'],
    ['quantity', '1,5', 'Quantity must be a whole number, such as 1000.'],
    ['quantity', '1.000', 'Quantity must be a whole number, such as 1000.'],
    ['lowStockThreshold', '1,000', 'Low stock threshold must be a whole number, such as 1000.'],
    ['lowStockThreshold', '', 'Low stock threshold is required.'],
    ['lowStockThreshold', '-1', 'Low stock threshold must be 0 or more.'],
  ] as const)('is not sent with %s %j (S2 §5)', (field, value, text) => {
    const { change, submit, sent, read } = opened();
    change('name', 'Dry food');
    change(field, value);
    expect(read(selectErrors)).toEqual({});
    submit();
    expect(sent()).toBe(undefined);
    expect(read(selectErrors)).toEqual({ [field]: text });
    change(field, '7');
    expect(read(selectErrors)).toEqual({});
  });

  it('is sent again under the same key after a lost answer, and with other fields under another', async () => {
    const { change, submit, ports, answer } = opened();
    change('name', 'Dry food');
    submit();
    await answer(failures['no network']);
    submit();
    await answer(failures['no network']);
    change('name', 'Wet food');
    submit();
    const keys = ports.saveItem.calls.map((call) => (call as { key: string }).key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('an old form', () => {
  const current = (changes: Partial<InventoryItem>, categories = [dressings]) =>
    ({ type: 'item.refreshed', item: bandage(changes), categories }) as const;
  const moved = (quantity: number) => current({ quantity });

  it('says that another manager has deleted the item, and keeps what was typed', async () => {
    const { change, submit, answer, read } = opened({ item: bandage() });
    change('name', 'Elastic bandage');
    submit();
    await answer(new CallFailure('refused', 404, 'There is no such item.'));
    const told = [read(selectFailure), read(selectForm).name];
    expect(told).toEqual(['Failed to save item. This item has been deleted.', 'Elastic bandage']);
  });

  it('does not undo a dispatch: a quantity that was not typed follows the stock (DECISIONS K1)', () => {
    const { actor, change, submit, sent } = opened({ item: bandage() });
    change('name', 'Elastic bandage');
    actor.send(moved(9));
    submit();
    expect(sent()).toMatchObject({
      itemId: '4',
      request: { name: 'Elastic bandage', quantity: 9 },
      seen: { quantity: 9 },
    });
  });

  it('sends a typed quantity with the one that was seen, and replaces a newer one only after saying so', async () => {
    const { actor, change, submit, sent, read, answer } = opened({ item: bandage() });
    change('quantity', '30');
    actor.send(moved(9));
    submit();
    expect(sent()).toMatchObject({ request: { quantity: 30 }, seen: { quantity: 12 } });
    await answer(failures['another was faster']);
    expect(read(selectFailure)).toBe('Failed to save item. It is 9 now.');
    expect(read(selectForm).quantity).toBe('30');
    actor.send(moved(9));
    expect(read(selectReplaced)).toBe(9);
    actor.send(moved(8));
    submit();
    expect(sent()).toMatchObject({ request: { quantity: 30 }, seen: { quantity: 9 } });
  });

  it('does not undo what another manager has saved in fields that were not changed here (DECISIONS 253)', () => {
    const { actor, change, submit, sent } = opened({ item: bandage() });
    change('lowStockThreshold', '20');
    const food = { id: '583', wireId: 583, name: 'Food' };
    actor.send(
      current({ name: 'Elastic bandage', unit: 'boxes', categoryId: '583', barcode: null, lowStockThreshold: 15 }, [
        dressings,
        food,
      ]),
    );
    submit();
    expect(sent()).toMatchObject({
      request: {
        name: 'Elastic bandage',
        categoryId: 583,
        quantity: 12,
        unit: 'boxes',
        lowStockThreshold: 20,
        barcode: null,
      },
    });
  });

  it('follows in the other fields also after a quantity was typed and its conflict was told', async () => {
    const { actor, change, submit, sent, answer } = opened({ item: bandage() });
    change('quantity', '30');
    actor.send(current({ unit: 'boxes' }));
    submit();
    expect(sent()).toMatchObject({ request: { quantity: 30, unit: 'boxes' }, seen: { quantity: 12 } });
    await answer(failures['another was faster']);
    actor.send(current({ unit: 'packs', quantity: 9 }));
    actor.send(current({ unit: 'bags', quantity: 8 }));
    submit();
    expect(sent()).toMatchObject({ request: { quantity: 30, unit: 'bags' }, seen: { quantity: 9 } });
  });

  it('can be renamed while it has a quantity that only another server allows (DECISIONS C3)', () => {
    const { change, submit, sent, read } = opened({ item: bandage({ quantity: 2.5 }) });
    change('name', 'Gauze bandage');
    submit();
    expect(sent()).toMatchObject({ request: { name: 'Gauze bandage', quantity: 2.5 } });
    expect(read(selectErrors)).toEqual({});
  });

  it('shows no error any more in a field that follows a valid value', () => {
    const { actor, change, submit, read } = opened({ item: bandage({ unit: 'packs' }) });
    change('unit', '');
    submit();
    expect(read(selectErrors)).toEqual({ unit: 'Unit is required.' });
    change('unit', 'packs');
    actor.send(current({ unit: 'boxes' }));
    expect(read(selectErrors)).toEqual({});
  });
});

const EDITING = 'open.work.editing';
const isNew = ({ context }: ItemEditSnapshot) => context.item === null;
const refused = (text: string) => ({
  to: EDITING,
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});
/** The form after the item has 9 boxes: the unit is taken over, and the quantity only where `quantity` says so. */
const follows = (to: string, quantity: (before: ItemEditSnapshot) => string) => ({
  to,
  sees: ({ read }: Setup, before: ItemEditSnapshot) =>
    expect(read(selectForm)).toMatchObject(
      isNew(before) ? before.context.form : { unit: 'boxes', quantity: quantity(before) },
    ),
});
const same = ({ context }: ItemEditSnapshot) => context.form.quantity;
const isUntouched = ({ context: { form, item } }: ItemEditSnapshot) => form.quantity === `${item?.quantity}`;

const walk = walkOf({
  machine: itemEditMachine,
  props,
  inputs: [bandage(), null].map((item) => ({ parent }: ReturnType<typeof props>) => ({
    parent: parent.ref,
    world: scriptedWorld(),
    item,
    barcode: '',
    categories: [dressings],
    isExtended: true,
  })),
  keeps: ({ context: { form, item } }) => [form, item],
  key: ({ context: { form, item, errors } }) => [form.name, form.quantity, item?.quantity, Object.keys(errors)],
  samples: {
    'a name': { type: 'field.changed', name: 'name', value: 'Gauze' },
    'no name': { type: 'field.changed', name: 'name', value: ' ' },
    'a quantity': { type: 'field.changed', name: 'quantity', value: '30' },
    'it has 9 boxes': {
      type: 'item.refreshed',
      item: bandage({ quantity: 9, unit: 'boxes' }),
      categories: [dressings],
    },
    submit: { type: 'form.submit' },
    close: { type: 'modal.close' },
    saved: done('saveItem'),
    ...eachFailure((name) => failed('saveItem', failures[name])),
  },
  states: {
    'open.work.editing': {
      sees: ({ read, ports, actor }) => {
        expect(read(selectIsSubmitting)).toBe(false);
        expect(read(selectIsNew)).toBe(isNew(actor.getSnapshot()));
        expect(ports.saveItem.running).toBe(false);
      },
      takes: {
        'a name': { to: EDITING, sees: ({ read }) => expect(read(selectForm).name).toBe('Gauze') },
        'no name': { to: EDITING, sees: ({ read }) => expect(read(selectForm).name).toBe(' ') },
        'a quantity': {
          to: EDITING,
          sees: ({ read }) => expect([read(selectForm).quantity, read(selectFailure)]).toEqual(['30', null]),
        },
        submit: ({ context: { form } }) =>
          form.name.trim() === ''
            ? { to: EDITING, sees: ({ read }) => expect(read(selectErrors)).toEqual({ name: 'Name is required.' }) }
            : 'open.work.submitting',
        close: 'closed',
      },
    },
    'open.work.submitting': {
      sees: ({ read, ports, actor }) => {
        expect([read(selectIsSubmitting), read(selectFailure)]).toEqual([true, null]);
        expect(ports.saveItem.running).toBe(true);
        expect(ports.saveItem.calls.at(-1)).toMatchObject({ itemId: isNew(actor.getSnapshot()) ? null : '4' });
      },
      takes: {
        // The saving goes on all the same (398).
        close: 'closed',
        saved: { to: 'closed', sees: ({ parent }) => expect(parent.received.at(-1)).toEqual(CHANGED) },
        ...eachFailure((name) => (snapshot: ItemEditSnapshot) => ({
          ...refused(textsOf('Failed to save item.')[name]),
          to:
            name === 'another was faster' && !isNew(snapshot)
              ? [EDITING, 'open.conflict.found']
              : [EDITING, ...(snapshot.matches({ open: { conflict: 'none' } }) ? ['open.conflict.none'] : [])],
        })),
      },
    },
    'open.conflict.none': {
      sees: ({ read }) => expect(read(selectReplaced)).toBe(null),
      takes: {
        'it has 9 boxes': (snapshot) => follows('open.conflict.none', isUntouched(snapshot) ? () => '9' : same),
      },
    },
    'open.conflict.found': {
      sees: ({ read, parent }) => {
        expect(read(selectReplaced)).toBe(null);
        expect(parent.received).toContainEqual(CHANGED);
      },
      takes: {
        'it has 9 boxes': (snapshot) =>
          isUntouched(snapshot) ? follows('open.conflict.none', () => '9') : follows('open.conflict.told', same),
      },
    },
    'open.conflict.told': {
      sees: ({ read }) => expect(read(selectReplaced)).toBe(9),
      takes: { 'it has 9 boxes': follows('open.conflict.told', same) },
    },
    closed: { sees: ({ ports }) => expect(ports.saveItem.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
