import { type GenericSchema, type InferOutput, safeParse } from 'valibot';

/** The last body that was read with each schema. All listeners of a topic read the same body, one right after the other. */
const lastRead = new WeakMap<GenericSchema, { readonly body: string; readonly output: unknown }>();

/** The parsed body of a message on a topic, or null if it is malformed. A malformed message must not stop the others. */
export function readBody<Schema extends GenericSchema>(schema: Schema, body: string): InferOutput<Schema> | null {
  const last = lastRead.get(schema);
  if (last?.body === body) return last.output as InferOutput<Schema> | null;
  const output = parse(schema, body);
  lastRead.set(schema, { body, output });
  return output;
}

function parse<Schema extends GenericSchema>(schema: Schema, body: string): InferOutput<Schema> | null {
  try {
    const { success, output } = safeParse(schema, JSON.parse(body));
    if (success) return output;
  } catch {}
  console.error('A message on a topic is not what it should be');
  return null;
}
