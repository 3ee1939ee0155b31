import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import {
  type StockChangeSnapshot,
  selectFailure,
  selectForm,
  selectInvalid,
  selectIsChanged,
  selectIsSubmitting,
  selectSavedDelta,
  stockChangeMachine,
} from '../../../src/machines/supplies/stockChange.machine';
import type { StockField, StockKind } from '../../../src/machines/supplies/stockForm';
import { testMutants } from '../../kit/mutants';
import {
  done,
  failed,
  promisePort,
  type RunningChart,
  recorder,
  scriptedWorld,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { eachFailure, failures, textsOf } from './samples';

const props = () => ({ ports: { changeStock: promisePort() }, parent: recorder() });
type Setup = RunningChart<typeof stockChangeMachine> & ReturnType<typeof props>;
const WHOLE = 'Please enter a whole number of 1 or more.';
const EMPTY = { kind: 'restock', amount: '', note: '', expiresOn: '', batch: '' };

function filled(kind: StockKind, fields: Partial<Record<StockField, string>>) {
  const { ports, parent } = props();
  const machine = stockChangeMachine.provide({ actors: { changeStock: ports.changeStock.logic as never } });
  const input = { itemId: '4', name: 'Bandage', world: scriptedWorld(), parent: parent.ref };
  const actor = createActor(machine, { input }).start();
  for (const [name, value] of Object.entries(fields))
    actor.send({ type: 'field.changed', name: name as StockField, value });
  actor.send({ type: 'kind.choose', kind });
  actor.send({ type: 'form.submit' });
  return {
    actor,
    ports,
    failure: () => selectFailure(actor.getSnapshot()),
    invalid: () => selectInvalid(actor.getSnapshot()),
  };
}

describe('a change of a stock', () => {
  it.each([
    ['restock', { amount: '20', note: ' from the vet ', expiresOn: '2027-03-31' }, 20, 'from the vet', '2027-03-31'],
    ['restock', { amount: '20' }, 20, null, null],
    ['use', { amount: '3', note: 'clinic day', expiresOn: '2027-03-31' }, -3, 'clinic day', null],
    ['correction', { amount: '-2' }, -2, null, null],
    ['correction', { amount: '−2' }, -2, null, null],
    ['correction', { amount: '4', expiresOn: '2027-03-31' }, 4, null, null],
    ['correction', { amount: '-5', batch: '2026-11-20' }, -5, null, '2026-11-20'],
    ['restock', { amount: '5', batch: '2026-11-20' }, 5, null, null],
    ['use', { amount: '5', batch: '2026-11-20' }, -5, null, null],
  ] as const)('is sent as what was done: %s %j (DECISIONS K1, K10)', (kind, fields, delta, note, expiresOn) => {
    expect(filled(kind, fields).ports.changeStock.calls).toEqual([
      {
        itemId: '4',
        name: 'Bandage',
        request: { delta, reason: kind, note, expiresOn },
        key: expect.stringMatching(/^id-/),
      },
    ]);
  });

  it.each([
    ['restock', ''],
    ['restock', '0'],
    ['restock', '-3'],
    ['use', '0'],
    ['use', '-1'],
    // A comma or a point may divide thousands or begin the decimals (DECISIONS 330).
    ['restock', '1.5', 'Please enter a whole number, such as 1000.'],
    ['restock', '1,5', 'Please enter a whole number, such as 1000.'],
    ['use', '1.000', 'Please enter a whole number, such as 1000.'],
    ['restock', '2000000', 'Please enter at most 1000000.'],
    ['correction', '-2000000', 'Please enter at most 1000000.'],
  ] as [StockKind, string, string?][])('is not sent: %s %j', (kind, amount, text = WHOLE) => {
    const { ports, failure, invalid } = filled(kind, { amount });
    expect(ports.changeStock.calls).toEqual([]);
    expect([failure(), invalid()]).toEqual([text, 'amount']);
  });

  it.each(['', '0', '2.5', '1.000'])('is not sent: correction %j', (amount) => {
    const { ports, failure, invalid } = filled('correction', { amount });
    expect(ports.changeStock.calls).toEqual([]);
    expect([failure(), invalid()]).toEqual(['Please enter a whole number, such as 5 or -5.', 'amount']);
  });

  it('is not sent with an invalid date', () => {
    const { ports, failure, invalid } = filled('restock', { amount: '5', expiresOn: '20270-03-31' });
    expect(ports.changeStock.calls).toEqual([]);
    expect([failure(), invalid()]).toEqual(['Please enter a date.', 'expiresOn']);
  });

  it('is not sent with a note that is longer than the server takes, and does not cut it (DECISIONS C2)', () => {
    const { ports, failure, invalid } = filled('restock', { amount: '5', note: `${'x'.repeat(501)}` });
    expect(ports.changeStock.calls).toEqual([]);
    expect([failure(), invalid()]).toEqual(['A note may have at most 500 characters.', 'note']);
    expect(filled('restock', { amount: '', note: 'x'.repeat(501) }).invalid()).toBe('amount');
    expect(filled('restock', { amount: '5', note: ` ${'x'.repeat(500)} ` }).ports.changeStock.calls).toHaveLength(1);
  });

  it('is sent again under the same key after a lost answer, and with other fields under another', async () => {
    const { actor, ports } = filled('restock', { amount: '20' });
    const fail = async () => {
      ports.changeStock.reject(failures['no network']);
      await new Promise(setImmediate);
    };
    await fail();
    actor.send({ type: 'form.submit' });
    await fail();
    actor.send({ type: 'field.changed', name: 'amount', value: '21' });
    actor.send({ type: 'form.submit' });
    await fail();
    actor.send({ type: 'kind.choose', kind: 'use' });
    actor.send({ type: 'form.submit' });
    const keys = ports.changeStock.calls.map((call) => (call as { key: string }).key);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });
});

const MAYBE =
  'Failed to change the stock. It may have been saved all the same: look at the changes below before you type it again.';
const texts = { ...textsOf('Failed to change the stock.'), 'no network': MAYBE, 'the server fails': MAYBE };
const edits = {
  twenty: {
    to: 'editing.unsaved',
    sees: ({ read }: Setup) => expect([read(selectForm).amount, read(selectFailure)]).toEqual(['20', null]),
  },
  nothing: { to: 'editing.unsaved', sees: ({ read }: Setup) => expect(read(selectForm).amount).toBe('') },
  used: {
    to: 'editing.unsaved',
    sees: ({ read }: Setup) => expect([read(selectForm).kind, read(selectFailure)]).toEqual(['use', null]),
  },
};

const walk = walkOf({
  machine: stockChangeMachine,
  props,
  input: ({ parent }) => ({ itemId: '4', name: 'Bandage', world: scriptedWorld(), parent: parent.ref }),
  keeps: ({ context }) => context.form,
  key: ({ context: { form } }) => [form.kind, form.amount],
  samples: {
    twenty: { type: 'field.changed', name: 'amount', value: '20' },
    nothing: { type: 'field.changed', name: 'amount', value: '' },
    used: { type: 'kind.choose', kind: 'use' },
    submit: { type: 'form.submit' },
    taken: done('changeStock'),
    ...eachFailure((name) => failed('changeStock', failures[name])),
    'it is gone': failed('changeStock', new CallFailure('refused', 404, 'There is no such item.')),
  },
  ways: [{ way: ['twenty', 'submit', 'no network', 'submit'] }],
  states: {
    'editing.unsaved': {
      sees: ({ read, ports }) => {
        expect([read(selectIsSubmitting), ports.changeStock.running]).toEqual([false, false]);
        expect(read(selectSavedDelta)).toBe(null);
      },
      takes: {
        ...edits,
        submit: ({ context: { form } }: StockChangeSnapshot) =>
          form.amount === ''
            ? { to: 'editing.unsaved', sees: ({ read }: Setup) => expect(read(selectFailure)).toMatch(/^Please enter/) }
            : 'submitting',
      },
    },
    // A second press of 'Save Change' does nothing there.
    'editing.saved': {
      sees: ({ read, ports }) => {
        expect([read(selectIsSubmitting), ports.changeStock.running]).toEqual([false, false]);
        expect([Math.abs(read(selectSavedDelta) ?? 0), read(selectIsChanged)]).toEqual([20, false]);
      },
      takes: edits,
    },
    submitting: {
      sees: ({ read, ports }) => {
        expect([read(selectIsSubmitting), read(selectFailure)]).toEqual([true, null]);
        expect(ports.changeStock.running).toBe(true);
      },
      takes: {
        taken: {
          to: 'editing.saved',
          sees: ({ read, parent }) => {
            expect(read(selectForm)).toEqual(EMPTY);
            expect(parent.received.at(-1)).toEqual({ type: 'stock.changed' });
          },
        },
        'it is gone': {
          to: 'editing.unsaved',
          sees: ({ read, parent }) => {
            expect(read(selectFailure)).toBe('Failed to change the stock.');
            // The stock, which fetches again, tells that there is no such item.
            expect(parent.received.at(-1)).toEqual({ type: 'stock.changed' });
          },
        },
        ...eachFailure((name) => ({
          to: 'editing.unsaved',
          sees: ({ read, parent }: Setup) => {
            expect(read(selectFailure)).toBe(texts[name]);
            expect(read(selectForm).amount).toBe('20');
            // The ledger is fetched again, so that it shows whether the change is there (DECISIONS 331).
            expect(parent.received.length > 0).toBe(name === 'no network' || name === 'the server fails');
          },
        })),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
