/**
 * The number of rows by which a part of a list has moved down; negative if it has moved up. Single entries may have been sorted to
 * somewhere else, so the entry that has moved least decides.
 * @param part the ids of its entries
 * @param first the index of its first entry before
 * @param list the ids of the whole list as it is now
 */
export function rowsMoved(part: readonly string[], first: number, list: readonly string[]): number {
  const indices = new Map(list.map((id, index) => [id, index]));
  const moves = part.flatMap((id, index) => {
    const now = indices.get(id);
    return now === undefined ? [] : [now - first - index];
  });
  return moves.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
}
