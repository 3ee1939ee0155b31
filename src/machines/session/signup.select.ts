import { emptyForm, type SignupField } from './signup.form';
import type { SignupSnapshot } from './signup.machine';

/** The values of the fields, all text: the questions have 'Yes' or 'No'. */
export const selectForm = (snapshot: SignupSnapshot) => snapshot.context.form;
/** A message per field that has an error. */
export const selectFieldErrors = (snapshot: SignupSnapshot) => snapshot.context.errors;
/** The error that is shown above the button, or null. */
export const selectFormError = (snapshot: SignupSnapshot) => snapshot.context.formError;
/** S1 §5: while any field error exists the submit button is disabled; also while submitting. */
export const selectCanSubmit = (snapshot: SignupSnapshot) =>
  snapshot.matches('editing') && Object.keys(snapshot.context.errors).length === 0;
export const selectIsSubmitting = (snapshot: SignupSnapshot) => snapshot.matches('submitting');
/** S1 §2: the vehicle type question appears only when hasVehicle is Yes. */
export const selectAsksVehicleType = (snapshot: SignupSnapshot) => snapshot.context.form.hasVehicle === 'Yes';
/** Whether the 'Thank You!' modal is open. */
export const selectIsWelcomed = (snapshot: SignupSnapshot) => snapshot.matches('welcomed');
/** The text of the 'Error' modal, or null while it is closed. */
export const selectFailure = (snapshot: SignupSnapshot) => snapshot.context.failure;
/** Whether leaving would throw away something that was entered. */
export const selectIsChanged = ({ context: { form } }: SignupSnapshot) =>
  (Object.keys(emptyForm) as SignupField[]).some((name) => form[name] !== emptyForm[name]);
