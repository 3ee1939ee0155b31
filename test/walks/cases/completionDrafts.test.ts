import { expect, it } from 'vitest';
import {
  completionDraftsMachine,
  selectAsked,
  selectCopying,
  selectDrafts,
} from '../../../src/machines/cases/completionDrafts.machine';
import { caseEntries, draftsWithoutCase } from '../../../src/rules/cases/cases';
import { testMutants } from '../../kit/mutants';
import { type RunningChart, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { label, myCase } from './samples';

const dog = { caseKey: '8', label, notes: 'Healed.', files: [] };
const kite = { caseKey: 'incident 4', label: '', notes: '', files: [new File(['photo'], 'kite.jpg')] };
const props = () => ({ ports: { keptCompletions: streamPort(), textCopying: streamPort() } });
type Setup = RunningChart<typeof completionDraftsMachine> & ReturnType<typeof props>;
const lists = (drafts: readonly object[]) => (to: string) => ({
  to,
  sees: ({ read }: Setup) => expect(read(selectDrafts)).toEqual(drafts),
});
const [both, onlyKite, none] = [lists([dog, kite]), lists([kite]), lists([])];

/** The drafts of completions on this device (DECISIONS 365). */
const walk = walkOf({
  machine: completionDraftsMachine,
  props,
  input: () => ({ userId: 'mira' }),
  key: ({ context: { drafts, caseKey } }) => [drafts.length, caseKey],
  samples: {
    'two drafts': said('keptCompletions', { type: 'drafts.changed', drafts: [dog, kite] }),
    'only that of the kite': said('keptCompletions', { type: 'drafts.changed', drafts: [kite] }),
    'no draft': said('keptCompletions', { type: 'drafts.changed', drafts: [] }),
    'delete that of the dog': { type: 'draft.discard', caseKey: '8' },
    'delete that of the kite': { type: 'draft.discard', caseKey: 'incident 4' },
    'the dog is in the list': { type: 'cases.known', caseKeys: ['8', '9'] },
    delete: { type: 'deletion.confirm' },
    'keep it': { type: 'dialog.close' },
  },
  states: {
    listed: {
      sees: ({ read, ports }) => {
        expect([read(selectAsked), read(selectCopying) !== undefined]).toEqual([null, true]);
        expect(ports.keptCompletions.calls).toEqual([{ userId: 'mira' }]);
      },
      takes: {
        'two drafts': both('listed'),
        'only that of the kite': onlyKite('listed'),
        'no draft': none('listed'),
        'delete that of the dog': 'asking',
        'delete that of the kite': 'asking',
      },
    },
    asking: {
      sees: ({ read, actor }) => expect(read(selectAsked)).toBe(actor.getSnapshot().context.caseKey),
      takes: {
        'two drafts': both('asking'),
        // It was sent or deleted in another tab: there is nothing to ask about.
        'only that of the kite': ({ context: { caseKey } }) => onlyKite(caseKey === '8' ? 'listed' : 'asking'),
        'no draft': none('listed'),
        'the dog is in the list': ({ context: { caseKey } }) => (caseKey === '8' ? 'listed' : null),
        delete: ({ context: { caseKey } }) => ({
          to: 'listed',
          sees: ({ ports }) => expect(ports.keptCompletions.received.at(-1)).toEqual({ type: 'draft.delete', caseKey }),
        }),
        'keep it': {
          to: 'listed',
          sees: ({ ports, read }) => expect([read(selectAsked), ports.textCopying.running]).toEqual([null, true]),
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('only the draft of a case that is in the list no more is shown by itself', () => {
  const cases = [myCase({ caseId: '8' }), myCase({ caseId: null, incidentId: '5' })];
  expect(draftsWithoutCase([dog, kite], cases, 0)).toEqual([kite]);
  expect(draftsWithoutCase([dog, kite], [], 0)).toEqual([dog, kite]);
});

it('no draft is shown by itself while it is not known whether its case has left the list', () => {
  expect(draftsWithoutCase([dog], null, 0)).toEqual([]);
  // The one that cannot be read may be the case of the dog.
  expect(draftsWithoutCase([dog], [], 1)).toEqual([]);
});

it('a draft that comes or goes moves My Cases: above the list, or as a line in its card (DECISIONS 211)', () => {
  const cases = [myCase({ caseId: '8' }), myCase({ caseId: null, incidentId: '5' })];
  const entries = (drafts: (typeof dog)[]) => caseEntries(draftsWithoutCase(drafts, cases, 0), cases, drafts);
  expect(entries([])).toEqual(['3', '5']);
  expect(entries([dog])).toEqual(['3 with a draft', '5']);
  // Named so that it is not taken for an incident of the same number.
  expect(entries([{ ...dog, caseKey: '3' }])).toEqual(['draft of 3', '3', '5']);
});
