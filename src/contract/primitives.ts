import * as v from 'valibot';

/** An id as text. Other servers may send numbers (DECISIONS: read leniently). */
export const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Text that may be missing or null on the wire; read as ''. */
export const OptionalText = v.nullish(v.string(), '');

/** An id that may be missing or null on the wire; read as null. */
export const OptionalId = v.nullish(Id, null);

/** The width and height of a picture in pixels. Only our server tells them, so anything else counts as unknown. */
const Pixels = v.pipe(v.number(), v.minValue(1));
export const OptionalSize = v.optional(
  v.fallback(v.undefinedable(v.object({ width: Pixels, height: Pixels })), undefined),
);

/** The body of every refused request. `message` is written for people. */
export const ErrorAnswer = v.object({ message: v.nullish(v.string()) });

/** An answer whose body the caller ignores. */
export const AnyAnswer = v.unknown();
