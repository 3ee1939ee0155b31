/** A piece of a text: words, or the name of a decision that it cites. */
type Piece = { readonly words: string } | { readonly decision: string };

/** Splits a text at the decisions that it cites: 'S2 §4, DECISIONS 22, P7' cites two. */
export function piecesOf(text: string): Piece[] {
  return text.split(/(?<=\bDECISIONS )([A-Z]?\d+(?:, [A-Z]?\d+)*)/).flatMap((part, place) => {
    if (place % 2 === 0) return part === '' ? [] : [{ words: part }];
    return part
      .split(', ')
      .flatMap((decision, index): Piece[] => [...(index > 0 ? [{ words: ', ' }] : []), { decision }]);
  });
}

/** The text of a decision on a page of decisions: an entry `- **22.** …`, whose other lines are indented. Null if it is not there. */
export function decisionIn(page: string, name: string): string | null {
  const [, text] = new RegExp(`^- \\*\\*${name}\\.\\*\\* (.+(?:\\n {2,}.+)*)`, 'm').exec(page) ?? [];
  return text?.replaceAll(/\n */g, ' ') ?? null;
}
