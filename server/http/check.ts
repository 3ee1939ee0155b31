import * as v from 'valibot';
import { HttpError } from './httpError';

/**
 * What came over the wire, as the contract's schema says it should be.
 * @throws HttpError 400 with the schema's first complaint.
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

/** The schema's words; valibot's own are replaced or preceded by the field they are about. */
function complaintOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  if (field && issue.message.startsWith('Invalid key'))
    return issue.expected === 'never' ? `The field ${field} is unknown.` : `The field ${field} is missing.`;
  return field && issue.message.startsWith('Invalid') ? `${field}: ${issue.message}` : issue.message;
}

/**
 * Whether any text in a value passes a test. Postgres stores no text with U+0000, and no JSON with half of a surrogate pair. The value
 * has passed a schema, so it is never nested deeply.
 */
const holds = (value: unknown, isLike: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? isLike(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((inside) => holds(inside, isLike));

/** An id as it is written in paths and frames, read as the database's number, or null when it can be no id at all. */
export const readId = (text: string): number | null => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null);
