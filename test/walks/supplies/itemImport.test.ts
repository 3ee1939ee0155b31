import { expect } from 'vitest';
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
import { done, failed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { CHANGED, eachFailure, failures, listeners, textsOf } from './samples';

const props = () => ({ ports: { importItems: promisePort(), readText: promisePort() }, ...listeners() });
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
const calls = ({ ports }: Setup) => ports.importItems.calls.at(-1);

const walk = walkOf({
  machine: itemImportMachine,
  props,
  input: ({ parent }) => ({ parent: parent.ref }),
  key: ({ context: { answer, failure } }) => [answer?.errors.length, answer?.changes[0]?.kind, failure !== null],
  samples: {
    'a file': { type: 'file.choose', file },
    apply: { type: 'import.apply' },
    close: { type: 'modal.close' },
    'its text': done('readText', 'Name,Quantity\nBandage,20\n'),
    'it is no text': done('readText', null),
    'it cannot be read': failed('readText'),
    'it would change something': done('importItems', good, 'checkItems'),
    'a line is wrong': done('importItems', bad, 'checkItems'),
    'it changes nothing': done('importItems', same, 'checkItems'),
    'it cannot be looked at': failed('importItems', failures['it is refused'], 'checkItems'),
    applied: done('importItems', answer({ isApplied: true, changes: [change] })),
    'wrong by now': done('importItems', bad),
    ...eachFailure((name) => failed('importItems', failures[name])),
  },
  states: {
    choosing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsChecking), read(selectIsApplying), read(selectIsApplied)]).toEqual([false, false, false]);
        expect([ports.readText.running, ports.importItems.running]).toEqual([false, false]);
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
        expect(calls(setup)).toEqual({ csv: 'Name,Quantity\nBandage,20\n', apply: false });
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
        expect(calls(setup)).toEqual({ csv: 'Name,Quantity\nBandage,20\n', apply: true, seen: 'as it was' });
      },
      takes: {
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
      sees: ({ ports }) => expect([ports.readText.running, ports.importItems.running]).toEqual([false, false]),
    },
  },
});
testWalk(walk);
testMutants(walk);
