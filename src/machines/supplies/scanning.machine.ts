import { type ActorRefFrom, assertEvent, assign, type SnapshotFrom } from 'xstate';
import type { InventoryItem } from '../../contract/supplies';
import { itemWithCode } from '../../rules/supplies/inventory';
import { stockTexts } from '../../rules/supplies/inventoryTexts';
import { workflow } from '../supervision';
import { type CameraNews, camera } from './ports';

interface ScanningInput {
  readonly items: readonly InventoryItem[];
  /** Whether this browser reads barcodes. */
  readonly hasReader: boolean;
}

interface ScanningContext extends ScanningInput {
  /** The code in the field. */
  readonly code: string;
  /** The picture of the camera; null until it is open. */
  readonly picture: MediaStream | null;
  /** The item that was found. */
  readonly found: InventoryItem | null;
  /** The last code to which no item belongs. */
  readonly unknown: string | null;
  /** The code for a new item. */
  readonly newCode: string | null;
  readonly failure: string | null;
}

type ScanningEvent =
  | CameraNews
  | { type: 'code.changed'; code: string }
  | { type: 'code.submit' }
  | { type: 'item.create' }
  | { type: 'modal.close' };

/** The output: an item, a code for a new item, or neither. */
interface Scanned {
  readonly item: InventoryItem | null;
  readonly newCode: string | null;
}

/** Finds an item by its barcode: with the camera if the browser reads barcodes, and by typing the code. */
export const scanningMachine = workflow({
  types: {
    input: {} as ScanningInput,
    context: {} as ScanningContext,
    events: {} as ScanningEvent,
    output: {} as Scanned,
  },
  actors: { camera },
  guards: {
    isKnown: ({ context, event }) => {
      assertEvent(event, ['code.seen', 'code.submit']);
      return itemWithCode(context.items, 'code' in event ? event.code : context.code) !== undefined;
    },
    isBlank: ({ context }) => context.code.trim() === '',
    hasReader: ({ context }) => context.hasReader,
  },
  actions: {
    keepFound: assign(({ context, event }) => {
      assertEvent(event, ['code.seen', 'code.submit']);
      return { found: itemWithCode(context.items, 'code' in event ? event.code : context.code) ?? null };
    }),
    keepUnknown: assign(({ context, event }) => {
      assertEvent(event, ['code.seen', 'code.submit']);
      const unknown = ('code' in event ? event.code : context.code).trim();
      return { unknown, failure: stockTexts.unknownCode(unknown) };
    }),
  },
}).createMachine({
  id: 'scanning',
  context: ({ input }) => ({
    ...input,
    code: '',
    picture: null,
    found: null,
    unknown: null,
    newCode: null,
    failure: null,
  }),
  output: ({ context: { found, newCode } }) => ({ item: found, newCode }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'hasReader', target: 'open.watching' }, { target: 'open.typing' }] },
    open: {
      on: {
        'code.changed': { actions: assign({ code: ({ event }) => event.code, unknown: null, failure: null }) },
        'code.submit': [
          { guard: 'isBlank' },
          { guard: 'isKnown', target: 'closed', actions: 'keepFound' },
          { actions: 'keepUnknown' },
        ],
        'item.create': {
          guard: ({ context }) => context.unknown !== null,
          target: 'closed',
          actions: assign({ newCode: ({ context }) => context.unknown }),
          description: 'The code that no item has becomes the code of a new item.',
        },
        'modal.close': { target: 'closed' },
      },
      initial: 'typing',
      states: {
        watching: {
          description: 'The camera is released as soon as this state is left.',
          invoke: { id: 'camera', src: 'camera' },
          exit: assign({ picture: null }),
          on: {
            'camera.opened': { actions: assign({ picture: ({ event }) => event.picture }) },
            'camera.failed': { target: 'typing', actions: assign({ failure: stockTexts.noCamera }) },
            'code.seen': [
              { guard: 'isKnown', target: '#scanning.closed', actions: 'keepFound' },
              { actions: 'keepUnknown' },
            ],
          },
        },
        typing: {},
      },
    },
    closed: { type: 'final' },
  },
});
export type ScanningRef = ActorRefFrom<typeof scanningMachine>;
type ScanningSnapshot = SnapshotFrom<typeof scanningMachine>;

export const selectCode = (snapshot: ScanningSnapshot) => snapshot.context.code;
/** The picture of the camera, or null. */
export const selectPicture = (snapshot: ScanningSnapshot) => snapshot.context.picture;
export const selectIsWatching = (snapshot: ScanningSnapshot) => snapshot.matches({ open: 'watching' });
export const selectFailure = (snapshot: ScanningSnapshot) => snapshot.context.failure;
/** The last code to which no item belongs, or null. */
export const selectUnknown = (snapshot: ScanningSnapshot) => snapshot.context.unknown;
