import * as v from 'valibot';

/** The fields with text of an incident, which its report, form and draft have, too (S1 §3, "Incident report payload"). */
export const TextFields = {
  informerName: v.string(),
  contactNumber: v.string(),
  animalType: v.string(),
  description: v.string(),
  location: v.string(),
};
export type TextField = keyof typeof TextFields;
export const textFields = Object.keys(TextFields) as TextField[];
