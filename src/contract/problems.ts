import { type GenericSchema, safeParse } from 'valibot';

/** Any schema of the contract. */
export type Schema = GenericSchema;

/**
 * The problems of a value: the first message of its schema for each field. The key is the field's name, or '' for the value as a
 * whole. Empty if the value is valid.
 */
export function problemsOf(schema: Schema, value: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of safeParse(schema, value).issues ?? []) {
    const field = String(issue.path?.[0].key ?? '');
    problems[field] ??= issue.message;
  }
  return problems;
}
