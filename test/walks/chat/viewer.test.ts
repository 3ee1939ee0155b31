import { expect } from 'vitest';
import {
  selectHasFailed,
  selectIsLoading,
  selectIsZoomed,
  selectShown,
  selectZoom,
  type ViewerSnapshot,
  viewerMachine,
} from '../../../src/machines/chat/viewer.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';

const dog = message({ id: '1', mediaUrl: '/media/1', mediaType: 'IMAGE' });
const cat = message({ id: '2', mediaUrl: '/media/2', mediaType: 'IMAGE' });
const bird = message({ id: '3', mediaUrl: '/media/3', mediaType: 'IMAGE' });
const fitted = { scale: 1, x: 0, y: 0 };
const shown = ({ context }: ViewerSnapshot) => context.message?.id;
type Read = { read: <T>(select: (snapshot: ViewerSnapshot) => T) => T };
/** A finger has moved this far; the next picture is the cat, the previous one the bird. */
const lifted = (x: number, y: number, beside = {}) =>
  ({ type: 'pointer.released', x, y, previous: bird, next: cat, ...beside }) as const;
const opens = (picture: typeof dog) => ({
  to: 'open.loading',
  sees: ({ read }: Read) => expect([read(selectShown), read(selectZoom)]).toEqual([picture, fitted]),
});
const zooms = (scale: number) => ({
  to: scale === 1 ? 'open.fitted' : 'open.zoomed',
  sees: ({ read }: Read) => expect(read(selectZoom).scale).toBeCloseTo(scale),
});

const walk = walkOf({
  machine: viewerMachine,
  props: () => ({}),
  input: () => undefined,
  key: ({ context: { message: picture, zoom } }) => [picture?.id, zoom.scale > 1, zoom.scale > 2, zoom.x > 0],
  samples: {
    'the dog tapped': { type: 'viewer.open', message: dog },
    'on to the cat': { type: 'viewer.open', message: cat },
    closed: { type: 'viewer.close' },
    loaded: { type: 'picture.loaded' },
    'not to be had': { type: 'picture.failed' },
    'made larger': { type: 'zoom.change', factor: 2, x: 0, y: 0 },
    'made smaller': { type: 'zoom.change', factor: 0.5, x: 0, y: 0 },
    'double tapped': { type: 'zoom.toggle', x: 0.25, y: 0 },
    'zoom given up': { type: 'zoom.reset' },
    'swiped to the left': lifted(-51, 50),
    'swiped to the right': lifted(51, -50),
    // S1 §9: more than 50 px. More up or down than sideways, it is no swipe.
    'not far enough': lifted(-50, 0),
    'not far enough to the right': lifted(50, 0),
    'more upwards than sideways': lifted(-60, -60),
    'past the last picture': lifted(-51, 0, { next: undefined }),
    'past the first picture': lifted(51, 0, { previous: undefined }),
    dragged: { type: 'picture.pan', x: 0.1, y: 0 },
  },
  states: {
    closed: {
      sees: ({ read }) => expect([read(selectShown), read(selectZoom)]).toEqual([null, fitted]),
      takes: { 'the dog tapped': opens(dog), 'on to the cat': opens(cat) },
    },
    open: {
      takes: {
        'the dog tapped': (snapshot) => (shown(snapshot) === '1' ? null : opens(dog)),
        'on to the cat': (snapshot) => (shown(snapshot) === '2' ? null : opens(cat)),
        closed: 'closed',
        'swiped to the left': ({ context }) => (context.zoom.scale > 1 ? null : opens(cat)),
        'swiped to the right': ({ context }) => (context.zoom.scale > 1 ? null : opens(bird)),
      },
    },
    'open.loading': {
      sees: ({ read }) =>
        expect([read(selectIsLoading), read(selectHasFailed), read(selectIsZoomed)]).toEqual([true, false, false]),
      takes: { loaded: 'open.fitted', 'not to be had': 'open.failed' },
    },
    'open.failed': {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectHasFailed)]).toEqual([false, true]),
    },
    'open.fitted': {
      sees: ({ read }) => {
        expect([read(selectIsLoading), read(selectHasFailed), read(selectIsZoomed)]).toEqual([false, false, false]);
        expect(read(selectZoom)).toEqual(fitted);
      },
      takes: {
        'made larger': zooms(2),
        'made smaller': zooms(1),
        // The point under the finger stays there: 0.25 of the viewer's width is then 2.5 × 0.25 from the picture's centre.
        'double tapped': {
          to: 'open.zoomed',
          sees: ({ read }) => expect(read(selectZoom)).toEqual({ scale: 2.5, x: -0.375, y: 0 }),
        },
      },
    },
    'open.zoomed': {
      sees: ({ read }) => {
        expect(read(selectIsZoomed)).toBe(true);
        expect(read(selectZoom).scale).toBeGreaterThan(1);
      },
      takes: {
        'made larger': ({ context: { zoom } }) => zooms(Math.min(zoom.scale * 2, 6)),
        'made smaller': ({ context: { zoom } }) => zooms(Math.max(zoom.scale / 2, 1)),
        'double tapped': zooms(1),
        'zoom given up': zooms(1),
        dragged: ({ context: { zoom } }) => ({
          to: 'open.zoomed',
          sees: ({ read }) => expect(read(selectZoom).x).toBeCloseTo(Math.min(zoom.x + 0.1, (zoom.scale - 1) / 2)),
        }),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
