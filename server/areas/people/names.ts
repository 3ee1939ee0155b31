/** A member's full name. A former member has no last name. */
export const fullNameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) =>
  `${firstName} ${lastName}`.trim();
