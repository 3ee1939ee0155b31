import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { statusOf } from '../../contract/failure';
import type { ImportAnswer } from '../../contract/inventory';
import { stockTexts } from '../../rules/supplies/inventoryTexts';
import type { World } from '../../rules/world';
import { workflow } from '../supervision';
import { checkItems, type InventoryParent, importItems, readText } from './ports';

interface ItemImportInput {
  readonly parent: InventoryParent;
  readonly world: Pick<World, 'createId'>;
}

interface ItemImportContext extends ItemImportInput {
  readonly file: File | null;
  readonly csv: string;
  /** The server's answer: the changes that the file would make or has made. */
  readonly answer: ImportAnswer | null;
  /** The Idempotency-Key of the import of the previewed changes: after a lost answer a second press gets the answer of the first. */
  readonly key: string;
  readonly failure: string | null;
}

type ItemImportEvent = { type: 'file.choose'; file: File } | { type: 'import.apply' } | { type: 'modal.close' };

/** Whether the file can be applied: it changes something and no line has an error. A file is applied as a whole or not at all. */
const isApplicable = ({ answer }: ItemImportContext) =>
  answer !== null && answer.errors.length === 0 && answer.changes.some(({ kind }) => kind !== 'same');

/** The import of items from a CSV file: first a preview, then all changes or none. It is done when it is closed. */
export const itemImportMachine = workflow({
  types: { input: {} as ItemImportInput, context: {} as ItemImportContext, events: {} as ItemImportEvent },
  actors: { checkItems, importItems, readText },
  guards: { isApplicable: ({ context }) => isApplicable(context) },
}).createMachine({
  id: 'itemImport',
  context: ({ input }) => ({ ...input, file: null, csv: '', answer: null, key: '', failure: null }),
  initial: 'choosing',
  on: {
    'modal.close': {
      target: '.closed',
      description: 'An import that is under way goes on, and a notice says how it ends. DECISIONS 398',
    },
  },
  states: {
    choosing: {
      on: {
        'file.choose': {
          target: 'reading',
          actions: assign({ file: ({ event }) => event.file, answer: null, failure: null }),
        },
      },
      initial: 'waiting',
      states: {
        waiting: { description: 'There is no file yet, or it could not be read or previewed.' },
        previewing: {
          description: 'Shows each change, and each line with an error. Nothing has been changed yet.',
          on: {
            'import.apply': {
              guard: 'isApplicable',
              target: '#itemImport.applying',
              actions: assign({ failure: null }),
            },
          },
        },
      },
    },
    reading: {
      invoke: {
        id: 'readText',
        src: 'readText',
        input: ({ context: { file } }) => ({ file: file as File }),
        onDone: [
          {
            guard: ({ event }) => event.output === null,
            target: 'choosing',
            actions: assign({ failure: stockTexts.noText }),
            description: "For example a spreadsheet in the program's own format. DECISIONS 126",
          },
          { target: 'checking', actions: assign({ csv: ({ event }) => event.output ?? '' }) },
        ],
        onError: { target: 'choosing', actions: assign({ failure: stockTexts.unreadableFile }) },
      },
    },
    checking: {
      invoke: {
        id: 'checkItems',
        src: 'checkItems',
        input: ({ context: { csv } }) => ({ csv }),
        onDone: {
          target: 'choosing.previewing',
          actions: assign({ answer: ({ event }) => event.output, key: ({ context }) => context.world.createId() }),
        },
        onError: {
          target: 'choosing',
          actions: assign({ failure: ({ event }) => stockTexts.importFailure(event.error) }),
        },
      },
    },
    applying: {
      invoke: {
        id: 'importItems',
        src: 'importItems',
        // `seen` makes sure that exactly the previewed changes are applied (DECISIONS K1).
        input: ({ context: { csv, answer, key } }) => ({ csv, seen: answer?.state, key }),
        onDone: [
          {
            guard: ({ event }) => event.output.isApplied,
            target: 'applied',
            actions: [
              assign({ answer: ({ event }) => event.output }),
              sendTo(({ context }) => context.parent, { type: 'inventory.changed' }),
            ],
          },
          {
            target: 'choosing.previewing',
            actions: assign({ answer: ({ event }) => event.output }),
            description: 'The items have changed since the preview, and a line has an error now: nothing is changed.',
          },
        ],
        onError: [
          {
            guard: ({ event }) => statusOf(event.error) === 409,
            target: 'checking',
            actions: assign({ failure: ({ event }) => stockTexts.importFailure(event.error) }),
            description: 'The items have changed since the preview: a new one is made.',
          },
          {
            target: 'choosing.previewing',
            actions: assign({ failure: ({ event }) => stockTexts.importFailure(event.error) }),
          },
        ],
      },
    },
    applied: {},
    closed: { type: 'final' },
  },
});
export type ItemImportRef = ActorRefFrom<typeof itemImportMachine>;
type ItemImportSnapshot = SnapshotFrom<typeof itemImportMachine>;

/** The answer about the file, or null. */
export const selectAnswer = (snapshot: ItemImportSnapshot) => snapshot.context.answer;
export const selectFileName = (snapshot: ItemImportSnapshot) => snapshot.context.file?.name ?? null;
export const selectFailure = (snapshot: ItemImportSnapshot) => snapshot.context.failure;
/** Whether the file is being read or previewed. */
export const selectIsChecking = (snapshot: ItemImportSnapshot) =>
  snapshot.matches('reading') || snapshot.matches('checking');
export const selectIsApplying = (snapshot: ItemImportSnapshot) => snapshot.matches('applying');
export const selectIsApplied = (snapshot: ItemImportSnapshot) => snapshot.matches('applied');
export const selectIsApplicable = (snapshot: ItemImportSnapshot) =>
  snapshot.matches({ choosing: 'previewing' }) && isApplicable(snapshot.context);
