import * as v from 'valibot';

function degrees(label: string, limit: number) {
  const range = `${label} must be a number from -${limit} to ${limit}.`;
  return v.pipe(v.number(range), v.minValue(-limit, range), v.maxValue(limit, range));
}
export const Latitude = degrees('Latitude', 90);
export const Longitude = degrees('Longitude', 180);
