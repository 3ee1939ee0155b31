/**
 * Brings a form that was opened with an older version of a thing up to a newer one. Fields that this person has changed stay as they
 * are. All others get the newer values, so that saving the whole form does not undo what somebody else has changed meanwhile.
 * @param form what the fields contain
 * @param was the fields of the older version, and `is` those of the newer one
 * @param together fields that count as one: if one of them was changed, all of them stay
 */
export function followed<Form extends object>(
  form: Form,
  was: Form,
  is: Form,
  together: readonly (keyof Form)[] = [],
): Form {
  const isChanged = (field: keyof Form) => form[field] !== was[field];
  const isKept = (field: keyof Form) => (together.includes(field) ? together.some(isChanged) : isChanged(field));
  const kept = (Object.keys(form) as (keyof Form)[]).filter(isKept);
  return { ...is, ...Object.fromEntries(kept.map((field) => [field, form[field]])) };
}
