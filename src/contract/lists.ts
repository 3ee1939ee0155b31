import * as v from 'valibot';

/**
 * The unreadable elements of each list that was read, as text. They are kept outside the lists, so that these stay plain arrays.
 */
const leftOut = new WeakMap<object, readonly string[]>();

/**
 * A list that tolerates malformed elements of other servers: each element is parsed separately, and an unreadable one is left out
 * and logged, so that the others are shown. Null is an empty list.
 */
export const listOf = <Element extends v.GenericSchema>(element: Element) =>
  v.pipe(
    v.nullable(v.array(v.unknown()), () => []),
    v.transform((given): v.InferOutput<Element>[] => {
      const read: v.InferOutput<Element>[] = [];
      const unreadable: string[] = [];
      for (const one of given) {
        const { success, output, issues } = v.safeParse(element, one);
        if (success) read.push(output);
        else {
          console.error('An element of a list cannot be read', one, issues);
          unreadable.push(String(JSON.stringify(one)));
        }
      }
      if (unreadable.length > 0) leftOut.set(read, unreadable);
      return read;
    }),
  );

const none: readonly string[] = [];
/** The elements of a list that could not be read, as text. Works only for the parsed list itself, not for a copy of it. */
export const unreadableIn = (list: unknown): readonly string[] => leftOut.get(list as object) ?? none;

/**
 * Lets a list that was made of others, or of their elements, have what could not be read in them. What two of them have counts once: they
 * may be an older and a newer answer.
 */
export function madeOf<List extends object>(list: List, ...sources: readonly unknown[]): List {
  const unreadable: string[] = [];
  for (const source of sources) unreadable.push(...unreadableIn(source).filter((one) => !unreadable.includes(one)));
  if (unreadable.length > 0) leftOut.set(list, unreadable);
  return list;
}
/** Whether a page may be followed by another one. Its unreadable rows count, too. Works only for the parsed list itself. */
export const isFullPage = (page: readonly unknown[], size: number) => page.length + unreadableIn(page).length >= size;

/** Whether a list has no such element, nor one that could not be read and may be it. Works only for the parsed list itself. */
export const isAbsentFrom = <Element>(list: readonly Element[], isIt: (one: Element) => boolean) =>
  unreadableIn(list).length === 0 && !list.some(isIt);

/**
 * The `before` of a query for a page of a list that is newest first: the id of a row. The page holds rows that are older than this one.
 * @param row what the server's message calls such a row, for example 'a message'
 */
export const pageBefore = (row: string) =>
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, `before must be the id of ${row}.`));

/** Of a query for a page of a list: how many rows it has at most. */
export const pageLimit = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/, 'limit must be a number.'),
    v.transform(Number),
    v.minValue(1, 'limit must be 1 or more.'),
    v.maxValue(most, `limit may be at most ${most}.`),
  );
