import * as v from 'valibot';
import { Refused } from './refused';

/**
 * What came over the wire, as the contract's schema says it should be.
 * @throws Refused 400 with the schema's first complaint.
 */
export function check<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new Refused(400, complaintOf(result.issues[0]));
  if (holdsNul(result.output)) throw new Refused(400, 'Text may not hold the character U+0000.');
  return result.output;
}

/** The schema's words; valibot's own are replaced or preceded by the field they are about. */
function complaintOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  if (field && issue.message.startsWith('Invalid key'))
    return issue.expected === 'never' ? `The field ${field} is unknown.` : `The field ${field} is missing.`;
  return field && issue.message.startsWith('Invalid') ? `${field}: ${issue.message}` : issue.message;
}

/** Postgres stores every character but this one. Looks at what a schema let through, so never deep. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);

/** An id as it is written in paths and frames, read as the database's number, or null when it can be no id at all. */
export const readId = (text: string): number | null => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null);
