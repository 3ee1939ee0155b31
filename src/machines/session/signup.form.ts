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
/** A message per field that has an error. */
export type SignupErrors = Readonly<Partial<Record<SignupField, string>>>;

/** The request as it is sent: without spaces around the names and texts, which no server has to trim; no vehicle type without a vehicle, no location (S1 §3, §5). */
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

/** Everything that is wrong with the form, by the contract's own rules. */
export const errorsOf = (form: SignupForm): SignupErrors => problemsOf(SignupRequest, requestOf(form));

/**
 * The errors to show after a field has changed. The phone number is checked on every change (S1 §5); another field only once
 * it is marked wrong, so that nobody is told off while still typing.
 */
export function errorsAfter(form: SignupForm, changed: SignupField, shown: SignupErrors): SignupErrors {
  if (changed !== 'phoneNumber' && !shown[changed]) return shown;
  const { [changed]: _, ...others } = shown;
  const error = errorsOf(form)[changed];
  return error ? { ...others, [changed]: error } : others;
}

/** S1 §4: the user name that a first name suggests, where none is entered yet. */
export const withUsername = (form: SignupForm): SignupForm =>
  form.username === '' ? { ...form, username: form.firstName.trim().toLowerCase() } : form;
