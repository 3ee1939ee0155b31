/** A member's whole name. A former member has no last name. */
export const fullNameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** Who once was a member: the first name that is left of them, so that it stands wherever a name does (DECISIONS P7). */
export const FORMER_MEMBER = 'Former member';
