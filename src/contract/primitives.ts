import * as v from 'valibot';

/** An id as every screen uses it: text. The organisation's own server may send numbers (DECISIONS: read leniently). */
export const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Text that may be missing or null on the wire, and is then the empty string. */
export const OptionalText = v.nullish(v.string(), '');

/** An id that may be missing or null on the wire, and is then null. */
export const OptionalId = v.nullish(Id, null);

/** What every refused request answers with; `message` is written for people. */
export const ErrorAnswer = v.object({ message: v.nullish(v.string()) });

/** An answer whose content is of no interest to the caller. */
export const AnyAnswer = v.unknown();
