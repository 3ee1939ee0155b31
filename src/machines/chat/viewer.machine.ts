import { type ActorRefFrom, assertEvent, assign, type SnapshotFrom } from 'xstate';
import type { Message } from '../../contract/chats';
import { FITTED, pannedBy, type Zoom, zoomedBy } from '../../rules/media/zoom';
import { workflow } from '../supervision';

/** A lifted finger: its movement in CSS pixels, and the pictures before and after the shown one. */
interface Released {
  readonly x: number;
  readonly y: number;
  readonly previous: Message | undefined;
  readonly next: Message | undefined;
}

/** `x` and `y` are fractions of the viewer's width and height. A point is measured from the centre. */
type ViewerEvent =
  | { type: 'viewer.open'; message: Message }
  | { type: 'viewer.close' }
  | { type: 'picture.loaded' }
  | { type: 'picture.failed' }
  /** Zooms by a factor around a point: a pinch, the mouse wheel, a key. */
  | { type: 'zoom.change'; factor: number; x: number; y: number }
  /** A double tap or double click. */
  | { type: 'zoom.toggle'; x: number; y: number }
  | { type: 'zoom.reset' }
  | { type: 'picture.pan'; x: number; y: number }
  | ({ type: 'pointer.released' } & Released);

/** The zoom factor of a double tap. */
const DOUBLE_TAP_ZOOM = 2.5;

/**
 * A finger that moves further sideways than this, in CSS pixels, changes the picture. It is the distance of a swipe to reply (S1
 * §9).
 */
const SWIPE = 50;

/** The picture to which a swipe leads, or null: to the left the next one, to the right the previous one. */
function swipedTo({ x, y, previous, next }: Released): Message | null {
  const isSideways = Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y);
  return (isSideways && (x < 0 ? next : previous)) || null;
}

/** The full-size image viewer (S1 §2): the shown picture, its zoom and its offset. */
export const viewerMachine = workflow({
  types: {
    context: {} as { message: Message | null; zoom: Zoom },
    events: {} as ViewerEvent,
    tags: {} as 'open' | 'loading' | 'failed' | 'zoomed',
  },
  guards: {
    isFitted: ({ context }) => context.zoom.scale === 1,
  },
  actions: {
    zoom: assign({
      zoom: ({ context, event }) => {
        assertEvent(event, ['zoom.change', 'zoom.toggle']);
        return zoomedBy(context.zoom, event.type === 'zoom.change' ? event.factor : DOUBLE_TAP_ZOOM, event);
      },
    }),
    fit: assign({ zoom: FITTED }),
  },
}).createMachine({
  id: 'viewer',
  context: { message: null, zoom: FITTED },
  initial: 'closed',
  on: {
    'viewer.open': {
      guard: ({ context, event }) => event.message.id !== context.message?.id,
      target: '.open',
      reenter: true,
      actions: assign(({ event: { message } }) => ({ message, zoom: FITTED })),
      description: 'A tap on an image opens the viewer; arrows lead to the other pictures of the chat. S1 §4',
    },
  },
  states: {
    closed: {},
    open: {
      tags: 'open',
      initial: 'loading',
      on: {
        'viewer.close': { target: 'closed', actions: assign({ message: null, zoom: FITTED }) },
        'pointer.released': {
          guard: ({ context, event }) => context.zoom.scale === 1 && swipedTo(event) !== null,
          target: 'open',
          reenter: true,
          actions: assign(({ event }) => ({ message: swipedTo(event), zoom: FITTED })),
          description: 'A swipe shows the next or previous picture, as long as the picture is not zoomed.',
        },
      },
      states: {
        loading: {
          tags: 'loading',
          on: { 'picture.loaded': { target: 'fitted' }, 'picture.failed': { target: 'failed' } },
        },
        failed: { tags: 'failed', description: 'The picture cannot be loaded.' },
        fitted: {
          description: 'The whole picture fits on the screen.',
          on: {
            'zoom.change': { target: 'zoomed', actions: 'zoom' },
            'zoom.toggle': { target: 'zoomed', actions: 'zoom' },
          },
        },
        zoomed: {
          tags: 'zoomed',
          always: { guard: 'isFitted', target: 'fitted' },
          on: {
            'zoom.change': { actions: 'zoom' },
            'zoom.toggle': { target: 'fitted', actions: 'fit' },
            'zoom.reset': { target: 'fitted', actions: 'fit' },
            'picture.pan': { actions: assign({ zoom: ({ context, event }) => pannedBy(context.zoom, event) }) },
          },
        },
      },
    },
  },
});
export type ViewerRef = ActorRefFrom<typeof viewerMachine>;
export type ViewerSnapshot = SnapshotFrom<typeof viewerMachine>;

/** The message whose picture is shown, or null while the viewer is closed. */
export const selectShown = (snapshot: ViewerSnapshot) => snapshot.context.message;
export const selectIsLoading = (snapshot: ViewerSnapshot) => snapshot.hasTag('loading');
export const selectHasFailed = (snapshot: ViewerSnapshot) => snapshot.hasTag('failed');
export const selectIsZoomed = (snapshot: ViewerSnapshot) => snapshot.hasTag('zoomed');
export const selectZoom = (snapshot: ViewerSnapshot) => snapshot.context.zoom;
