import { type GenericSchema, safeParse } from 'valibot';

/**
 * What is wrong with a value: per field (the first key of the path, '' for the whole), the first message of its schema.
 * Empty when the schema takes it.
 */
export function problemsOf(schema: GenericSchema, value: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of safeParse(schema, value).issues ?? []) {
    const field = String(issue.path?.[0]?.key ?? '');
    problems[field] ??= issue.message;
  }
  return problems;
}
