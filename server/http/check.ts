import * as v from 'valibot';
import { HttpError } from './httpError';

/**
 * Validates input from a client against a schema of the contract.
 * @throws HttpError 400 with the schema's first complaint, or when a text holds U+0000 or half a surrogate pair.
 */
export function check<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new HttpError(400, complaintOf(result.issues[0]));
  if (holds(result.output, (text) => text.includes('\0')))
    throw new HttpError(400, 'Text may not hold the character U+0000.');
  if (holds(result.output, (text) => !text.isWellFormed()))
    throw new HttpError(400, 'Text may not hold half a character.');
  return result.output;
}

/** The message of the schema. A message of valibot itself is replaced, or prefixed with the name of the field. */
function complaintOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  if (field && issue.message.startsWith('Invalid key'))
    return issue.expected === 'never' ? `The field ${field} is unknown.` : `The field ${field} is missing.`;
  return field && issue.message.startsWith('Invalid') ? `${field}: ${issue.message}` : issue.message;
}

/**
 * Whether any text in a value passes a test. Used because Postgres cannot store U+0000 in a text, or half a surrogate pair in JSON.
 * The recursion is safe because the schema has already ruled out deep nesting.
 */
const holds = (value: unknown, isLike: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? isLike(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((inside) => holds(inside, isLike));

/** Reads an id from a path or a frame as the database's number; null when it cannot be an id. */
export const readId = (text: string): number | null => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null);
