import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { problemsOf, type Schema } from '../../src/contract/problems';

type Fields = Readonly<Record<string, unknown>>;

/** What is known about the body or the query of a call. */
export interface Request {
  readonly schema: Schema;
  /** A request that is taken unchanged. */
  readonly valid: Fields;
  /** The fields that may be left out, with what they are then. */
  readonly defaults?: Fields;
  /** True if an unknown field does not matter. Our server refuses one in a body, and ignores one in a query. */
  readonly isOpen?: true;
  /** Fields with another value, and what our server makes of it. */
  readonly taken?: readonly (readonly [field: string, given: unknown, becomes: unknown])[];
  /** Fields with a value that is refused, and the message if the specification or the project has one. */
  readonly refused: readonly (readonly [field: string, given: unknown, message?: string])[];
}

/** A text of a length. */
export const long = (length: number) => 'x'.repeat(length);

/** A value in the title of a test. */
export function shown(value: unknown): string {
  const text = String(JSON.stringify(value));
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text;
}

/** Declares the tests of requests: what is taken, and what is refused with which message. */
export function testRequests(requests: Readonly<Record<string, Request>>): void {
  describe.each(Object.entries(requests))('%s', (_, { schema, valid, defaults = {}, isOpen, taken = [], refused }) => {
    it('is taken', () => {
      expect(parse(schema, valid)).toEqual(valid);
    });

    it('needs its fields', () => {
      for (const field of Object.keys(valid)) {
        const { [field]: _, ...rest } = valid;
        if (field in defaults) expect(parse(schema, rest), field).toEqual({ ...rest, [field]: defaults[field] });
        else expect(Object.keys(problemsOf(schema, rest)), field).toEqual([field]);
      }
    });

    it('has no others', () => {
      if (isOpen) expect(parse(schema, { ...valid, unknown: 'x' })).toEqual(valid);
      else expect(problemsOf(schema, { ...valid, unknown: 'x' })).toHaveProperty('unknown');
    });

    for (const [field, given, becomes] of taken)
      it(`is taken with the ${field} ${shown(given)}`, () => {
        expect(parse(schema, { ...valid, [field]: given })).toEqual({ ...valid, [field]: becomes });
      });

    for (const [field, given, message] of refused)
      it(`is refused with the ${field} ${shown(given)}`, () => {
        const problems = problemsOf(schema, { ...valid, [field]: given });
        expect(Object.keys(problems)).toEqual([field]);
        if (message !== undefined) expect(problems[field]).toBe(message);
      });
  });
}
