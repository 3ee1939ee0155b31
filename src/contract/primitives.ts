import * as v from 'valibot';

/** An id with its type on the wire: text from our server, numbers from others. */
export const WireId = v.union([v.string(), v.number()]);
export type WireId = v.InferOutput<typeof WireId>;

/** An id as text, which is how the app compares ids. */
export const Id = v.pipe(WireId, v.transform(String));

/**
 * Reads the id as text. If it came as a number, `wireId` keeps the number, because some ids are sent back in the body of a call or
 * a frame and must keep their type.
 */
export const keepWireId = <Thing extends { id: WireId }>({ id, ...rest }: Thing) =>
  withWireId({ ...rest, id: String(id) }, id);
export const keepWireUserId = <Thing extends { userId: WireId }>({ userId, ...rest }: Thing) =>
  withWireId({ ...rest, userId: String(userId) }, userId);
/** The id in the type in which it is sent back to the server. */
export const wireIdOf = ({ id, wireId }: { readonly id: string; readonly wireId?: number }): WireId => wireId ?? id;
const withWireId = <Thing extends object>(thing: Thing, id: WireId): Thing & { readonly wireId?: number } =>
  typeof id === 'number' ? { ...thing, wireId: id } : thing;

/** A number. Other servers may send it as text. */
export const AnyNumber = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((given) => (typeof given === 'string' && given.trim() !== '' ? Number(given) : given)),
  v.number(),
);

/** Text that may be missing or null on the wire; read as ''. */
export const OptionalText = v.nullish(v.string(), '');

/** An id that may be missing or null on the wire; read as null. */
export const OptionalId = v.nullish(Id, null);

/**
 * A field that only our server sends. Another server may have a field of the same name with another meaning, so a value that does not
 * match counts as missing, and the rest of the object is shown.
 */
export const extra = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.nullish(schema), undefined));

/** The same, read as `missing`. */
export const extraOr = <Schema extends v.GenericSchema, const Missing extends v.InferInput<Schema> | null>(
  schema: Schema,
  missing: Missing,
) => v.fallback(v.nullish(schema, missing), missing);

/** An id that only our server sends. */
export const MaybeId = extra(Id);

/**
 * A time that a client sends, in ISO 8601. The format also has times that JavaScript cannot read, such as one with an offset of hours
 * alone (+05).
 */
export const timestamp = (message = 'The time is no ISO 8601 timestamp.') =>
  v.pipe(
    v.string(),
    v.isoTimestamp(message),
    v.check((text) => !Number.isNaN(Date.parse(text)), message),
  );

/** A boolean in a query. */
export const booleanText = (name: string) =>
  v.pipe(
    v.picklist(['true', 'false'], `${name} must be true or false.`),
    v.transform((text) => text === 'true'),
  );

/** The path of a photo. Only our server sends it; a malformed one counts as none. */
export const OptionalPhoto = v.optional(v.fallback(v.nullable(v.string()), null));

/** The width and height of a picture in pixels. Only our server sends them; a malformed size counts as unknown. */
const Pixels = v.pipe(v.number(), v.minValue(1));
export const OptionalSize = v.optional(
  v.fallback(v.undefinedable(v.object({ width: Pixels, height: Pixels })), undefined),
);

/** The body of every refused request. `message` is written for people. */
export const ErrorAnswer = v.object({ message: v.nullish(v.string()) });

/** An answer whose body the caller ignores. */
export const AnyAnswer = v.unknown();

/** S1 §5: exactly 10 digits. */
export const phonePattern = /^\d{10}$/;
export const PHONE_MESSAGE = 'Phone number must be 10 digits.';
