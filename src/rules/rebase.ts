/** The fields in which two forms differ. */
export const differingFields = <Form extends object>(one: Form, other: Form): (keyof Form)[] =>
  (Object.keys(one) as (keyof Form)[]).filter((field) => one[field] !== other[field]);

/** The fields that were changed; with one of `together` all of them. */
function changedFields<Form extends object>(form: Form, saved: Form, together: readonly (keyof Form)[]) {
  const changed = differingFields(form, saved);
  return together.some((field) => changed.includes(field)) ? [...changed, ...together] : changed;
}

/**
 * Brings a form that was opened with an older version of a thing up to a newer one. Fields that this person has changed stay as they
 * are. All others get the newer values, so that saving the whole form does not undo what somebody else has changed meanwhile.
 * @param form what the fields contain
 * @param was the fields of the older version, and `is` those of the newer one
 * @param together fields that count as one: if one of them was changed, all of them stay
 */
export function rebased<Form extends object>(
  form: Form,
  was: Form,
  is: Form,
  together: readonly (keyof Form)[] = [],
): Form {
  const kept = changedFields(form, was, together);
  return { ...is, ...Object.fromEntries(kept.map((field) => [field, form[field]])) };
}

/**
 * The errors of the fields that this person has changed. Another server's value may break our rules; untouched, it goes back as it came
 * (DECISIONS C3).
 * @param together fields that count as one: if one of them was changed, so were all of them
 */
export function errorsOfChanges<Form extends object>(
  errors: Readonly<Record<string, string>>,
  form: Form,
  saved: Form,
  together: readonly (keyof Form)[] = [],
): Record<string, string> {
  const changed: readonly PropertyKey[] = changedFields(form, saved, together);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => changed.includes(field)));
}
