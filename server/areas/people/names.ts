/** A member's full name. A former member has no last name. */
export const fullNameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** The first name of a former member, shown wherever a member's name is shown (DECISIONS P7). */
export const FORMER_MEMBER = 'Former member';
