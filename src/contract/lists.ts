import * as v from 'valibot';

/** For each list that was read, its elements that could not be, as text. Beside the lists, which are plain arrays everywhere else. */
const leftOut = new WeakMap<object, readonly string[]>();

/**
 * A list as another server may send it: each element is read by itself, and one that cannot be read is left out and logged, so that
 * the others are shown.
 */
export const listOf = <Element extends v.GenericSchema>(element: Element) =>
  v.pipe(
    v.array(v.unknown()),
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
/** The elements of a list that could not be read. Only the list itself knows them, not one that was made of it. */
export const unreadableIn = (list: unknown): readonly string[] => leftOut.get(list as object) ?? none;
