/**
 * How a picture lies in its stage: `scale` 1 fits it in; `x` and `y` are how far its middle is from the middle of the stage,
 * in widths and heights of the stage.
 */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const FITTED: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 6;

/** A place on the stage, from its middle, in widths and heights of the stage. */
type Place = Pick<Zoom, 'x' | 'y'>;

/** So many times as large, from 1 to 6 in all, with what is at a place staying there. */
export function zoomedBy({ scale, x, y }: Zoom, factor: number, at: Place): Zoom {
  const larger = Math.min(Math.max(scale * factor, 1), LARGEST);
  const grown = larger / scale;
  return kept({ scale: larger, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown });
}

/** Moved, no further than to where its edge comes into the stage. */
export const pannedBy = ({ scale, x, y }: Zoom, by: Place): Zoom => kept({ scale, x: x + by.x, y: y + by.y });

function kept({ scale, x, y }: Zoom): Zoom {
  const reach = (scale - 1) / 2;
  const within = (way: number) => Math.min(Math.max(way, -reach), reach) || 0;
  return { scale, x: within(x), y: within(y) };
}
