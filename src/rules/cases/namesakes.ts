// Not in names.ts, because that file is loaded with every chat.

/** The people in a list who share their name with somebody else in it. */
export function namesakesIn<One>(people: readonly One[], nameOf: (one: One) => string): ReadonlySet<One> {
  const byName = new Map<string, One[]>();
  for (const one of people) {
    const name = nameOf(one).toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  return new Set([...byName.values()].filter(({ length }) => length > 1).flat());
}
