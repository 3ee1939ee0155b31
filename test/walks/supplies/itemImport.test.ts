import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { ImportAnswer } from '../../../src/contract/inventory';
import {
  itemImportMachine,
  selectAnswer,
  selectFailure,
  selectFileName,
  selectIsApplicable,
  selectIsApplied,
  selectIsApplying,
  selectIsChecking,
} from '../../../src/machines/supplies/itemImport.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, type RunningChart, scriptedWorld, settle, testWalk, walkOf } from '../../kit/walk';
import { CHANGED, eachFailure, failures, listeners, textsOf } from './samples';

const props = () => ({
  ports: { checkItems: promisePort(), importItems: promisePort(), readText: promisePort() },
  ...listeners(),
});
type Setup = RunningChart<typeof itemImportMachine> & ReturnType<typeof props>;

const file = new File([], 'items.csv');
const change = { line: 2, kind: 'update', name: 'Bandage', details: 'Quantity 12 → 20' };
const answer = (given: Partial<ImportAnswer>): ImportAnswer => ({
  isApplied: false,
  state: 'as it was',
  errors: [],
  changes: [],
  ...given,
});
const good = answer({ changes: [change] });
const bad = answer({ errors: [{ line: 3, message: 'Quantity must be 0 or more.' }], changes: [change] });
const same = answer({ changes: [{ ...change, kind: 'same', details: '' }] });
const PREVIEW = 'choosing.previewing';

const shows = (given: ImportAnswer) => ({
  to: PREVIEW,
  sees: ({ read }: Setup) => expect(read(selectAnswer)).toEqual(given),
});
const texts = textsOf('Failed to import the items.');
const failing = (to: string, text: string) => ({
  to,
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});

describe('an import', () => {
  it('is sent again under the same key after a lost answer, and after another preview under another', async () => {
    const { ports, parent } = props();
    const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
    const machine = itemImportMachine.provide({ actors: actors as never });
    const actor = createActor(machine, { input: { parent: parent.ref, world: scriptedWorld() } }).start();
    const press = async (failure: keyof typeof failures) => {
      actor.send({ type: 'import.apply' });
      ports.importItems.reject(failures[failure]);
      await settle();
    };
    const preview = async () => {
      ports.checkItems.resolve(good);
      await settle();
    };
    actor.send({ type: 'file.choose', file });
    ports.readText.resolve('Name');
    await settle();
    await preview();
    await press('no network');
    await press('another was faster');
    await preview();
    await press('no network');
    const keys = ports.importItems.calls.map((call) => (call as { key: string }).key);
    expect(keys).toEqual(['id-1', 'id-1', 'id-2']);
  });
});

const walk = walkOf({
  machine: itemImportMachine,
  props,
  input: ({ parent }) => ({ parent: parent.ref, world: scriptedWorld() }),
  key: ({ context: { answer, failure } }) => [answer?.errors.length, answer?.changes[0]?.kind, failure !== null],
  samples: {
    'a file': { type: 'file.choose', file },
    apply: { type: 'import.apply' },
    close: { type: 'modal.close' },
    'its text': done('readText', 'Name,Quantity\nBandage,20\n'),
    'it is no text': done('readText', null),
    'it cannot be read': failed('readText'),
    'it would change something': done('checkItems', good),
    'a line is wrong': done('checkItems', bad),
    'it changes nothing': done('checkItems', same),
    'it cannot be looked at': failed('checkItems', failures['it is refused']),
    applied: done('importItems', answer({ isApplied: true, changes: [change] })),
    'wrong by now': done('importItems', bad),
    ...eachFailure((name) => failed('importItems', failures[name])),
  },
  states: {
    choosing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsChecking), read(selectIsApplying), read(selectIsApplied)]).toEqual([false, false, false]);
        expect([ports.readText.running, ports.checkItems.running, ports.importItems.running]).not.toContain(true);
      },
      takes: { 'a file': 'reading', close: 'closed' },
    },
    'choosing.waiting': { sees: ({ read }) => expect(read(selectIsApplicable)).toBe(false) },
    'choosing.previewing': {
      sees: ({ read }) => {
        expect(read(selectFileName)).toBe('items.csv');
        // All or nothing: with one wrong line nothing is applied.
        const { errors, changes } = read(selectAnswer) ?? bad;
        expect(read(selectIsApplicable)).toBe(errors.length === 0 && changes[0]?.kind === 'update');
      },
      takes: {
        apply: ({ context: { answer } }) =>
          answer?.errors.length === 0 && answer.changes[0]?.kind === 'update' ? 'applying' : null,
      },
    },
    reading: {
      sees: ({ read, ports }) => {
        expect([read(selectIsChecking), read(selectAnswer), read(selectFailure)]).toEqual([true, null, null]);
        expect(ports.readText.calls.at(-1)).toEqual({ file });
      },
      takes: {
        'its text': 'checking',
        'it is no text': failing(
          'choosing.waiting',
          'This is not a CSV file. Please save the list as CSV in your spreadsheet, and choose the saved file.',
        ),
        'it cannot be read': failing('choosing.waiting', 'This file could not be read.'),
        close: 'closed',
      },
    },
    checking: {
      sees: (setup) => {
        expect(setup.read(selectIsChecking)).toBe(true);
        expect(setup.ports.checkItems.calls.at(-1)).toEqual({ csv: 'Name,Quantity\nBandage,20\n' });
      },
      takes: {
        'it would change something': shows(good),
        'a line is wrong': shows(bad),
        'it changes nothing': shows(same),
        'it cannot be looked at': failing('choosing.waiting', 'Failed to import the items. That is too long.'),
        close: 'closed',
      },
    },
    applying: {
      sees: (setup) => {
        expect([setup.read(selectIsApplying), setup.read(selectFailure)]).toEqual([true, null]);
        expect(setup.ports.importItems.calls.at(-1)).toEqual({
          csv: 'Name,Quantity\nBandage,20\n',
          seen: 'as it was',
          key: expect.stringMatching(/^id-/),
        });
      },
      takes: {
        // The import goes on all the same (398).
        close: 'closed',
        applied: { to: 'applied', sees: ({ parent }) => expect(parent.received).toEqual([CHANGED]) },
        'wrong by now': {
          to: PREVIEW,
          sees: ({ read, parent }) => expect([read(selectAnswer), parent.received]).toEqual([bad, []]),
        },
        ...eachFailure((name) => failing(name === 'another was faster' ? 'checking' : PREVIEW, texts[name])),
      },
    },
    applied: {
      sees: ({ read }) => expect([read(selectIsApplied), read(selectAnswer)?.isApplied]).toEqual([true, true]),
      takes: { close: 'closed' },
    },
    closed: {
      sees: ({ ports }) =>
        expect([ports.readText.running, ports.checkItems.running, ports.importItems.running]).not.toContain(true),
    },
  },
});
testWalk(walk);
testMutants(walk);
