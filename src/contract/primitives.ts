import * as v from 'valibot';

/** An id as text. Other servers may send numbers (DECISIONS: read leniently). */
export const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Text that may be missing or null on the wire; read as ''. */
export const OptionalText = v.nullish(v.string(), '');

/** An id that may be missing or null on the wire; read as null. */
export const OptionalId = v.nullish(Id, null);

/** The body of every refused request. `message` is written for people. */
export const ErrorAnswer = v.object({ message: v.nullish(v.string()) });

/** An answer whose body the caller ignores. */
export const AnyAnswer = v.unknown();
