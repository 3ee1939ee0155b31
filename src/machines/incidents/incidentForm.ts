import type { ReportDraft } from '../../contract/drafts';
import type { TextField } from '../../contract/incidentFields';
import { animalTypes, type Incident, type IncidentReport } from '../../contract/incidents';
import { problemsOf, type Schema } from '../../contract/problems';
import { CORRECT_FIRST, PHOTOS_NOT_READY } from '../../rules/forms';
import type { Place } from '../../rules/incidents/incidents';
import { joinedText } from '../../rules/joinedDrafts';
import { differingFields, rebased } from '../../rules/rebase';
import type { DialogNews } from './incidentParts';

/** The values of the fields about an incident, all text (S1 §3, "Incident report payload"). */
export const emptyIncidentForm: ReportDraft = {
  informerName: '',
  contactNumber: '',
  animalType: animalTypes[0],
  description: '',
  location: '',
  latitude: '',
  longitude: '',
  /** How soon help is needed: a `Severity`, or empty if it is not chosen (DECISIONS 167, 172). */
  severity: '',
};
export type IncidentForm = ReportDraft;
export type IncidentField = keyof IncidentForm;
/** A message per field that has an error. */
export type IncidentErrors = Readonly<Partial<Record<IncidentField, string>>>;

/** Whether all fields are empty or have their default. */
export const isEmptyForm = (form: IncidentForm) =>
  Object.entries(emptyIncidentForm).every(([field, value]) => form[field as IncidentField] === value);

/**
 * The form after a stored draft was read while the member was writing already. A field that they have changed stays as it is; a
 * description is added to the stored one.
 */
export const joinedForm = (stored: IncidentForm, written: IncidentForm): IncidentForm => {
  const changed = Object.entries(written).filter(
    ([field, value]) => value !== emptyIncidentForm[field as IncidentField],
  );
  return {
    ...stored,
    ...Object.fromEntries(changed),
    description: joinedText(stored.description, written.description),
  };
};

const placeFields: readonly IncidentField[] = ['latitude', 'longitude'];
export const isPlaceField = (field: IncidentField) => placeFields.includes(field);

/** Two coordinates in one text: with a blank between them, or only a comma if both have a decimal point. */
const pairs = [
  /^([-+]?\d+(?:[.,]\d+)?)\s*(?:[,;]\s|;|\s)\s*([-+]?\d+(?:[.,]\d+)?)$/,
  /^([-+]?\d+\.\d+),([-+]?\d+\.\d+)$/,
];

function pairIn(text: string): Pick<IncidentForm, 'latitude' | 'longitude'> | null {
  const [, latitude, longitude] = pairs.map((pair) => pair.exec(text.trim())).find((found) => found !== null) ?? [];
  return latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
}

/**
 * The form after a field was changed. A pair of coordinates that is pasted into one of their fields, as maps apps copy it, fills both. One
 * that is typed stays: its second number would go to the other field before it is complete. (DECISIONS 87)
 */
export function changedForm(form: IncidentForm, field: IncidentField, text: string): IncidentForm {
  const isTyped = text.slice(0, -1) === form[field] || form[field].slice(0, -1) === text;
  const pair = isPlaceField(field) && !isTyped ? pairIn(text) : null;
  return { ...form, ...(pair ?? { [field]: text }) };
}

/** The number of degrees in a typed text, also with a decimal comma; undefined if it is empty. */
const degreesOf = (text: string) => (text.trim() === '' ? undefined : Number(text.replace(',', '.')));

/** The fields for the body of a call: trimmed, and without coordinates if these are empty (S1 §7). */
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

/** A coordinate for a field: five decimals (S2 §9), which is about a metre; empty if there is none. */
const degreesText = (degrees: number | null | undefined) => String(degrees == null ? '' : Number(degrees.toFixed(5)));

/** The form and its errors after the device's position was filled in. */
export function located({ form, errors }: { form: IncidentForm; errors: IncidentErrors }, place: Place) {
  const { latitude: _, longitude: __, ...others } = errors;
  const fields = { latitude: degreesText(place.latitude), longitude: degreesText(place.longitude) };
  return { form: { ...form, ...fields }, errors: others };
}

type Details = Pick<Incident, TextField> & {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly severity?: string | null | undefined;
};

/** The form of an incident or a stored report. */
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

/** The fields in which two versions of an incident differ. */
export const differingDetails = (before: Details, after: Details): IncidentField[] =>
  differingFields(formOf(before), formOf(after));

/**
 * Whether a dialog that was opened with an older version of the incident can go on with this one, because nobody else has changed
 * the details. Only the status may have changed, and the place by this member's own Update Location.
 */
export const isUndisputed = (older: Details, { type, incident }: DialogNews) =>
  differingDetails(older, incident).every((field) => type === 'incident.located' && isPlaceField(field));

/**
 * Brings a form that was opened with an older version of the incident up to a newer one. Latitude and longitude count as one field.
 */
export const rebasedIncident = (form: IncidentForm, older: Details, newer: Details): IncidentForm =>
  rebased(form, formOf(older), formOf(newer), placeFields);

/** The errors of the form by the contract's own rules. If only one coordinate is filled in, the error is at the empty one. */
export function errorsOf(schema: Schema, form: IncidentForm): IncidentErrors {
  const { '': whole, ...errors } = problemsOf(schema, detailsOf(form));
  if (!whole) return errors;
  return { ...errors, [form.latitude.trim() === '' ? 'latitude' : 'longitude']: whole };
}

/**
 * The errors to show after a field has changed. The contact number is checked on each change (S1 §5). Another field is checked only
 * if it already shows an error, so that no error appears while the member is still typing.
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

/** Why a form cannot be submitted yet, or null. What ends by itself comes first, because it may correct what is marked. */
export const blockedBy = (errors: IncidentErrors, isLocating: boolean, isPreparing = false): string | null => {
  if (isLocating) return 'Your location is still being found.';
  if (isPreparing) return PHOTOS_NOT_READY;
  return hasErrors(errors) ? CORRECT_FIRST : null;
};
