/** A person's names, as a server sends them. A former member has no last name. */
interface Named {
  readonly firstName: string;
  readonly lastName?: string | null | undefined;
}

/** A person's full name; empty if the server sends none. */
export const fullNameOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName ?? ''}`.trim();

/** The same in a list of accounts, which all have a username. */
export const fullNameOrUsername = (user: Named & { readonly username: string }): string =>
  fullNameOf(user) || user.username;

/** The people in a list who share their name with somebody else in it. */
export function namesakesIn<One>(people: readonly One[], nameOf: (one: One) => string): ReadonlySet<One> {
  const byName = new Map<string, One[]>();
  for (const one of people) {
    const name = nameOf(one).toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  return new Set([...byName.values()].filter(({ length }) => length > 1).flat());
}
