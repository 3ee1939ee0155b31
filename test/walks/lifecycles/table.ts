interface Rule<Person> {
  readonly may: (person: Person) => boolean;
  /** The status afterwards. */
  readonly after: string;
}
type Rules<Name extends string, Person> = Readonly<Partial<Record<Name, Rule<Person>>>>;

/** What can be done in each status of a lifecycle, and by whom. Typed by hand from the specification. */
interface Lifecycle<Name extends string, Person, Event> {
  readonly table: Readonly<Record<string, Rules<Name, Person>>>;
  readonly names: readonly Name[];
  readonly people: readonly Person[];
  readonly who: (person: Person) => string;
  readonly eventOf: (name: Name, person: Person) => Event;
}

/** Every act by everybody in every status, and the status afterwards: 403 if only others may do it, 409 if nobody may. */
export const judgementsOf = <Name extends string, Person, Event>({
  table,
  names,
  people,
  who,
}: Lifecycle<Name, Person, Event>) =>
  Object.entries<Rules<Name, Person>>(table).flatMap(([status, rules]) =>
    names.flatMap((name) =>
      people.map((person) => {
        const rule = rules[name];
        return { status, name, person, by: who(person), expected: rule?.may(person) ? rule.after : rule ? 403 : 409 };
      }),
    ),
  );

/** The same as the samples and the states of a walk. */
export function walkedTable<Name extends string, Person, Event>(lifecycle: Lifecycle<Name, Person, Event>) {
  const { table, names, people, who, eventOf } = lifecycle;
  const acts = names.flatMap((name) =>
    people.map((person) => ({ name, person, title: `${name} by ${who(person)}`, event: eventOf(name, person) })),
  );
  const takes = (rules: Rules<Name, Person>) =>
    acts.flatMap(({ name, person, title }): [string, string][] => {
      const rule = rules[name];
      return rule?.may(person) ? [[title, rule.after]] : [];
    });
  return {
    samples: Object.fromEntries(acts.map(({ title, event }) => [title, event])),
    states: Object.fromEntries(
      Object.entries<Rules<Name, Person>>(table).map(([status, rules]) => [
        status,
        { takes: Object.fromEntries(takes(rules)) },
      ]),
    ),
  };
}
