/** Makes a selector that computes its answer again only when what it is made of has changed, so that views are not rendered for nothing. */
export function remembering<Snapshot, Source, Answer>(
  sourceOf: (snapshot: Snapshot) => Source,
  answerOf: (source: Source) => Answer,
): (snapshot: Snapshot) => Answer {
  let last: { readonly source: Source; readonly answer: Answer } | null = null;
  return (snapshot) => {
    const source = sourceOf(snapshot);
    if (last === null || last.source !== source) last = { source, answer: answerOf(source) };
    return last.answer;
  };
}
