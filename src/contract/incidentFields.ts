/** The fields with text of an incident, which its report, form and draft have, too (S1 §3, "Incident report payload"). */
export const textFields = ['informerName', 'contactNumber', 'animalType', 'description', 'location'] as const;
export type TextField = (typeof textFields)[number];
