import { type GenericSchema, safeParse } from 'valibot';

/** Any schema of the contract, for whoever judges values by one without making one. */
export type Schema = GenericSchema;

/**
 * What is wrong with a value: per field (the first key of the path, '' for the whole), the first message of its schema.
 * Empty when the schema takes it.
 */
export function problemsOf(schema: Schema, value: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of safeParse(schema, value).issues ?? []) {
    const field = String(issue.path?.[0]?.key ?? '');
    problems[field] ??= issue.message;
  }
  return problems;
}
