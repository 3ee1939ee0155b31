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
