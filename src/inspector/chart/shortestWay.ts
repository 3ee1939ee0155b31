interface Search<Place, Step> {
  readonly start: Place;
  readonly isThere: (place: Place) => boolean;
  /** Places with the same key are the same. */
  readonly keyOf: (place: Place) => string;
  /** The steps that lead on from a place, each with the place to which it leads. The search ends when it gets no more of them. */
  readonly stepsFrom: (place: Place) => Iterable<readonly [step: Step, place: Place]>;
}

/** A shortest way to a place that is sought; null if none was found. */
export function shortestWay<Place, Step>({ start, isThere, keyOf, stepsFrom }: Search<Place, Step>) {
  if (isThere(start)) return [];
  const seen = new Set([keyOf(start)]);
  const ways: { readonly place: Place; readonly way: readonly Step[] }[] = [{ place: start, way: [] }];
  // The list grows meanwhile: what is further away comes later.
  for (const { place, way } of ways)
    for (const [step, next] of stepsFrom(place)) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      const longer = [...way, step];
      if (isThere(next)) return longer;
      ways.push({ place: next, way: longer });
    }
  return null;
}
