import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FITTED, pannedBy, type Zoom, zoomedBy } from '../../src/rules/media/zoom';

const place = fc.record({ x: fc.double({ min: -0.5, max: 0.5, noNaN: true }), y: fc.constant(0) });
/** Which place of the picture, from its middle and in its fitted size, is seen at a place of the stage. */
const seenAt = ({ scale, x }: Zoom, at: { x: number }) => (at.x - x) / scale;

describe('a picture in its stage', () => {
  it('grows to 6 times its fitted size and shrinks no further than that', () => {
    expect(zoomedBy(FITTED, 100, { x: 0, y: 0 })).toEqual({ scale: 6, x: 0, y: 0 });
    expect(zoomedBy({ scale: 6, x: 1, y: 1 }, 0.01, { x: 0, y: 0 })).toEqual(FITTED);
  });

  it('keeps the point under the fingers in place while it grows', () => {
    fc.assert(
      fc.property(place, fc.double({ min: 1, max: 6, noNaN: true }), (at, factor) => {
        const zoomed = zoomedBy(FITTED, factor, at);
        expect(seenAt(zoomed, at)).toBeCloseTo(at.x);
      }),
    );
  });

  it('is moved only until its edge reaches that of the stage', () => {
    const twice: Zoom = { scale: 2, x: 0, y: 0 };
    expect(pannedBy(twice, { x: 0.25, y: -0.25 })).toEqual({ scale: 2, x: 0.25, y: -0.25 });
    expect(pannedBy(twice, { x: 3, y: -3 })).toEqual({ scale: 2, x: 0.5, y: -0.5 });
    expect(pannedBy(FITTED, { x: 1, y: 1 })).toEqual(FITTED);
  });
});
