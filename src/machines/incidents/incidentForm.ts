import { animalTypes, type Incident, type IncidentReport } from '../../contract/incidents';
import { problemsOf, type Schema } from '../../contract/problems';
import type { Place } from '../../rules/incidents';

/** The values of the fields about an incident, all text (S1 §3, "Incident report payload"). */
export const emptyIncidentForm = {
  informerName: '',
  contactNumber: '',
  animalType: animalTypes[0] as string,
  description: '',
  location: '',
  latitude: '',
  longitude: '',
  /** How soon help is needed, a `Severity`; empty where nothing is said. Only in reports (decision 167). */
  severity: '',
};
export type IncidentForm = Readonly<typeof emptyIncidentForm>;
export type IncidentField = keyof IncidentForm;
/** A message per field that has an error. */
export type IncidentErrors = Readonly<Partial<Record<IncidentField, string>>>;

/** Whether nothing has been written yet. */
export const isEmptyForm = (form: IncidentForm) =>
  Object.entries(emptyIncidentForm).every(([field, value]) => form[field as IncidentField] === value);

/** Degrees as they are typed, also with a decimal comma; undefined where the field is empty. */
const degreesOf = (text: string) => (text.trim() === '' ? undefined : Number(text.replace(',', '.')));

/** The fields as they are sent: without spaces around, and without coordinates where those are empty (S1 §7). */
export function detailsOf({
  latitude,
  longitude,
  animalType,
  ...texts
}: IncidentForm): Omit<IncidentReport, 'severity'> {
  const [north, east] = [degreesOf(latitude), degreesOf(longitude)];
  return {
    informerName: texts.informerName.trim(),
    contactNumber: texts.contactNumber.trim(),
    animalType: animalType as IncidentReport['animalType'],
    description: texts.description.trim(),
    location: texts.location.trim(),
    ...(north === undefined ? {} : { latitude: north }),
    ...(east === undefined ? {} : { longitude: east }),
  };
}

/** A coordinate as the fields show it, with five decimals (S2 §9), which are a metre; empty where there is none. */
const degreesText = (degrees: number | null | undefined) => String(degrees == null ? '' : Number(degrees.toFixed(5)));

/** A form with the location of the device in its fields, and its errors after that. */
export function located({ form, errors }: { form: IncidentForm; errors: IncidentErrors }, place: Place) {
  const { latitude: _, longitude: __, ...others } = errors;
  const fields = { latitude: degreesText(place.latitude), longitude: degreesText(place.longitude) };
  return { form: { ...form, ...fields }, errors: others };
}

type Details = Pick<Incident, 'informerName' | 'contactNumber' | 'animalType' | 'description' | 'location'> & {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly severity?: string | null | undefined;
};

/** The fields of what was written before. */
export const formOf = ({
  informerName,
  contactNumber,
  animalType,
  description,
  location,
  severity,
  ...place
}: Details): IncidentForm => ({
  informerName,
  contactNumber,
  animalType,
  description,
  location,
  latitude: degreesText(place.latitude),
  longitude: degreesText(place.longitude),
  severity: severity ?? '',
});

/** Everything that is wrong with the form, by the contract's own rules. One coordinate without the other is an error of the other. */
export function errorsOf(schema: Schema, form: IncidentForm): IncidentErrors {
  const { '': whole, ...errors } = problemsOf(schema, detailsOf(form));
  if (!whole) return errors;
  return { ...errors, [form.latitude.trim() === '' ? 'latitude' : 'longitude']: whole };
}

/**
 * The errors to show after a field has changed. The contact number is checked on each change (S1 §5); another field only once
 * it is marked wrong, so that nobody is told off while still typing.
 */
export function errorsAfter(
  schema: Schema,
  form: IncidentForm,
  changed: IncidentField,
  shown: IncidentErrors,
): IncidentErrors {
  const isShown = (field: string) => field in shown || (field === changed && field === 'contactNumber');
  return Object.fromEntries(Object.entries(errorsOf(schema, form)).filter(([field]) => isShown(field)));
}

export const hasErrors = (errors: IncidentErrors) => Object.keys(errors).length > 0;
