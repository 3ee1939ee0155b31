import { type GenericSchema, safeParse } from 'valibot';

/** Any schema of the contract. */
export type Schema = GenericSchema;

/**
 * The problems of a value: per field (the first key of the path, '' for the whole value), its schema's first message. Empty if
 * the value is valid.
 */
export function problemsOf(schema: Schema, value: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of safeParse(schema, value).issues ?? []) {
    const field = String(issue.path?.[0]?.key ?? '');
    problems[field] ??= issue.message;
  }
  return problems;
}
