/**
 * The number of places by which a part of a list has moved down; negative if it has moved up. Single entries may have been sorted to
 * somewhere else, so the entry that has moved least decides.
 * @param part the ids of its entries
 * @param place the place of its first entry before
 * @param list the ids of the whole list as it is now
 */
export function placesMoved(part: readonly string[], place: number, list: readonly string[]): number {
  const places = new Map(list.map((id, now) => [id, now]));
  const moves = part.flatMap((id, index) => {
    const now = places.get(id);
    return now === undefined ? [] : [now - place - index];
  });
  return moves.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
}
