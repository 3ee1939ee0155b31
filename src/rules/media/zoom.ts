/**
 * How a picture is placed in its viewport: `scale` 1 fits it in; `x` and `y` are the offset of its centre from the viewport's
 * centre, in widths and heights of the viewport.
 */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const FITTED: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 6;

/** A point relative to the viewport's centre, in widths and heights of the viewport. */
type Place = Pick<Zoom, 'x' | 'y'>;

/** Zooms by a factor around a fixed point; the total scale stays between 1 and 6. */
export function zoomedBy({ scale, x, y }: Zoom, factor: number, at: Place): Zoom {
  const larger = Math.min(Math.max(scale * factor, 1), LARGEST);
  const grown = larger / scale;
  return kept({ scale: larger, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown });
}

/** Moves the picture, but never so far that its edge enters the viewport. */
export const pannedBy = ({ scale, x, y }: Zoom, by: Place): Zoom => kept({ scale, x: x + by.x, y: y + by.y });

function kept({ scale, x, y }: Zoom): Zoom {
  const reach = (scale - 1) / 2;
  const within = (way: number) => Math.min(Math.max(way, -reach), reach) || 0;
  return { scale, x: within(x), y: within(y) };
}
