import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { unreadableIn } from '../../src/contract/lists';
import { problemsOf, type Schema } from '../../src/contract/problems';

type Fields = Readonly<Record<string, unknown>>;

/** What is known about an entity that servers send. */
export interface Entity {
  readonly schema: Schema;
  /** The fields without which no screen can show it. */
  readonly least: Fields;
  /** What it becomes if it has no others. */
  readonly defaults: Fields;
  /** All of its fields in the specification, as the app reads them. Other servers may leave out those that are not in `least`. */
  readonly full: Fields;
  /** Those that only our server sends. Another server may have one of the same name with another meaning. */
  readonly ours?: Fields;
  /** Those in `full` that are read as missing if they have a wrong type. */
  readonly tolerated?: readonly string[];
  /** True if only our server sends it, so that a number never comes as text. */
  readonly areNumbersExact?: true;
}

/** Declares the tests of entities: what may be missing, what it is then, and in which forms other servers may send it. */
export function testEntities(entities: Readonly<Record<string, Entity>>): void {
  describe.each(Object.entries(entities))('%s', (_, entity) => {
    const { schema, least, defaults, full, ours = {}, tolerated = [], areNumbersExact } = entity;
    const optional = Object.keys({ ...full, ...ours }).filter((field) => !(field in least));
    const ofDefaults = (field: string) => ({ ...defaults, [field]: defaults[field] ?? undefined });
    const numbers = Object.keys(full).filter((field) => !areNumbersExact && typeof full[field] === 'number');

    it('has all its fields, and no unknown one', () => {
      expect(parse(schema, { ...full, ...ours, unknown: 'x' })).toEqual({ ...full, ...ours });
    });

    it('can be read with the fields that no screen can do without', () => {
      const read = parse(schema, least) as Fields;
      expect(read).toEqual(defaults);
      // Of a missing list nothing was left out.
      for (const value of Object.values(read)) expect(unreadableIn(value)).toEqual([]);
      for (const field of Object.keys(least)) {
        const { [field]: _, ...rest } = least;
        expect(Object.keys(problemsOf(schema, rest))).toEqual([field]);
        expect(Object.keys(problemsOf(schema, { ...least, [field]: Symbol('wrong') }))).toEqual([field]);
      }
    });

    it('may have no other field, and null is none', () => {
      for (const field of optional) {
        const given = { ...least, [field]: null };
        expect(problemsOf(schema, given), field).toEqual({});
        // A field without a default stays null, which the app reads in the same way.
        const { [field]: value, ...others } = parse(schema, given) as Fields;
        if (field in full) expect({ ...others, [field]: value ?? undefined }, field).toEqual(ofDefaults(field));
      }
    });

    it('has fields of the right type', () => {
      const problems = problemsOf(schema, {
        ...least,
        ...Object.fromEntries(optional.map((field) => [field, Symbol('wrong')])),
      });
      const harmless = [...Object.keys(ours), ...tolerated];
      const wrong = Object.keys(full).filter((field) => !(field in least) && !harmless.includes(field));
      expect(Object.keys(problems)).toEqual(expect.arrayContaining(wrong));
      for (const field of harmless)
        expect(parse(schema, { ...least, [field]: Symbol('wrong') }), field).toMatchObject(defaults);
    });

    it('may have its numbers as text', () => {
      const asText = Object.fromEntries(numbers.map((field) => [field, ` ${full[field]} `]));
      expect(parse(schema, { ...full, ...asText })).toEqual(full);
    });
  });
}
