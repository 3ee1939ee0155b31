/** The characters of a text as people count them: an emoji is one, and so is a letter with its marks. */
export const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
