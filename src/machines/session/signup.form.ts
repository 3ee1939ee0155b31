import { vehicleTypes } from '../../contract/people';
import { problemsOf } from '../../contract/problems';
import { experienceLevels, SignupRequest, yesNo } from '../../contract/signup';

/** The values of the sign-up fields, all text (S1 §3, "Signup payload"). */
export const emptyForm = {
  firstName: '',
  lastName: '',
  phoneNumber: '',
  username: '',
  password: '',
  address: '',
  motivation: '',
  hasVehicle: yesNo[0] as string,
  vehicleType: vehicleTypes[0] as string,
  canProvideShelter: yesNo[0] as string,
  hasMedicineBox: yesNo[0] as string,
  experienceLevel: experienceLevels[0] as string,
};
export type SignupForm = Readonly<typeof emptyForm>;
export type SignupField = keyof SignupForm;

/** A form with these texts. Fields that are missing in them are as in an empty form. */
export const formOf = (texts: Readonly<Record<string, string>>): SignupForm => {
  const fields = Object.entries(emptyForm).map(([field, empty]) => [field, texts[field] ?? empty]);
  return Object.fromEntries(fields) as SignupForm;
};

/** A message per field that has an error. */
export type SignupErrors = Readonly<Partial<Record<SignupField, string>>>;

/**
 * The body of the call: names and texts trimmed, because a server need not trim them; no vehicle type without a vehicle; no
 * location (S1 §3, §5).
 */
export function requestOf(form: SignupForm): SignupRequest {
  const hasVehicle = form.hasVehicle === 'Yes';
  const trimmed = (['firstName', 'lastName', 'username', 'address', 'motivation'] as const).map((field) => [
    field,
    form[field].trim(),
  ]);
  return {
    ...form,
    ...Object.fromEntries(trimmed),
    hasVehicle,
    vehicleType: (hasVehicle ? form.vehicleType : '') as SignupRequest['vehicleType'],
    canProvideShelter: form.canProvideShelter === 'Yes',
    hasMedicineBox: form.hasMedicineBox === 'Yes',
    experienceLevel: form.experienceLevel as SignupRequest['experienceLevel'],
    latitude: null,
    longitude: null,
  };
}

/** The errors of the form by the contract's own rules. */
export const errorsOf = (form: SignupForm): SignupErrors => problemsOf(SignupRequest, requestOf(form));

/**
 * The errors to show after a field has changed. The phone number is checked on each change (S1 §5). Another field is checked only
 * if it already shows an error, so that no error appears while the member is still typing.
 */
export function errorsAfter(form: SignupForm, changed: SignupField, shown: SignupErrors): SignupErrors {
  if (changed !== 'phoneNumber' && !shown[changed]) return shown;
  const { [changed]: _, ...others } = shown;
  const error = errorsOf(form)[changed];
  return error ? { ...others, [changed]: error } : others;
}

/** S1 §4: fills in the username that the first name suggests, if the field is empty. */
export const withUsername = (form: SignupForm): SignupForm =>
  form.username === '' ? { ...form, username: form.firstName.trim().toLowerCase() } : form;
