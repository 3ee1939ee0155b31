import { type AnimalType, animalTypes, type Incident, IncidentEdit } from '../../contract/incidents';
import { problemsOf } from '../../contract/problems';
import type { Place } from '../../rules/incidents';
import { placeOf } from '../../rules/incidents';

/** What stands in the fields of the edit form (S2 §5), all of it text, and the coordinates. */
export interface EditForm {
  readonly informerName: string;
  readonly contactNumber: string;
  readonly animalType: string;
  readonly description: string;
  readonly location: string;
  readonly place: Place | null;
}
export type EditField = Exclude<keyof EditForm, 'place'>;
/** A message per field that has an error. */
export type EditErrors = Readonly<Partial<Record<EditField, string>>>;

const isAnimalType = (name: string): name is AnimalType => (animalTypes as readonly string[]).includes(name);

/** The form of an incident as it is. An animal that is not in the list becomes 'OTHER': it is chosen from the list. */
export const formOf = (incident: Incident): EditForm => ({
  informerName: incident.informerName,
  contactNumber: incident.contactNumber,
  animalType: isAnimalType(incident.animalType) ? incident.animalType : 'OTHER',
  description: incident.description,
  location: incident.location,
  place: placeOf(incident),
});

/** The body as it is sent (S2 §7). */
export const editOf = ({ place, ...form }: EditForm): IncidentEdit => ({
  informerName: form.informerName.trim(),
  contactNumber: form.contactNumber,
  animalType: form.animalType as AnimalType,
  description: form.description.trim(),
  location: form.location.trim(),
  latitude: place?.latitude ?? null,
  longitude: place?.longitude ?? null,
});

/** Everything that is wrong with the form, by the contract's own rules. */
export const errorsOf = (form: EditForm): EditErrors => problemsOf(IncidentEdit, editOf(form));

/** The errors to show after a field has changed: the contact number's always, another's once it is marked wrong (DECISIONS 30). */
export function errorsAfter(form: EditForm, changed: EditField, shown: EditErrors): EditErrors {
  if (changed !== 'contactNumber' && !shown[changed]) return shown;
  const { [changed]: _, ...others } = shown;
  const error = errorsOf(form)[changed];
  return error ? { ...others, [changed]: error } : others;
}
