import { useSelector } from '@xstate/react';
import type { ChangeEvent } from 'react';
import { vehicleTypes } from '../../contract/people';
import { experienceLevels, yesNo } from '../../contract/signup';
import type { SignupField } from '../../machines/session/signup.form';
import type { SignupRef } from '../../machines/session/signup.machine';
import { selectAsksVehicleType, selectFieldErrors, selectForm } from '../../machines/session/signup.select';
import { signupHints } from '../../rules/session/signupTexts';
import { Field } from '../parts/forms/Field';
import { FormSection, WholeRow } from '../parts/forms/FormSection';
import { PasswordInput, TextArea, TextInput } from '../parts/forms/Inputs';
import { Select } from '../parts/forms/Select';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields of the sign-up form in three sections (S1 §3, 'Signup payload'). */
export function SignupFields({ signup }: { signup: SignupRef }) {
  const form = useSelector(signup, selectForm);
  const errors = useSelector(signup, selectFieldErrors);
  const asksVehicleType = useSelector(signup, selectAsksVehicleType);

  const control = (name: SignupField) => ({
    name,
    value: form[name],
    onChange: (event: ChangeEvent<Control>) =>
      signup.send({ type: 'field.changed', name, value: event.currentTarget.value }),
    onBlur: () => signup.send({ type: 'field.left', name }),
  });

  return (
    <>
      <FormSection title="About you">
        <Field label="First Name" error={errors.firstName}>
          <TextInput {...control('firstName')} autoComplete="given-name" required />
        </Field>
        <Field label="Last Name" error={errors.lastName}>
          <TextInput {...control('lastName')} autoComplete="family-name" required />
        </Field>
        <Field label="Phone Number" hint={signupHints.phoneNumber} error={errors.phoneNumber}>
          <TextInput {...control('phoneNumber')} type="tel" inputMode="numeric" autoComplete="tel-national" required />
        </Field>
        <Field label="Address" error={errors.address} optional>
          <TextInput {...control('address')} autoComplete="street-address" />
        </Field>
      </FormSection>

      <FormSection title="Your login">
        <Field label="Username" hint={signupHints.username} error={errors.username}>
          <TextInput
            {...control('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </Field>
        <Field label="Password" error={errors.password}>
          <PasswordInput {...control('password')} autoComplete="new-password" required />
        </Field>
      </FormSection>

      <FormSection title="How you can help">
        <Field label="Experience Level" error={errors.experienceLevel}>
          <Select {...control('experienceLevel')} options={experienceLevels} />
        </Field>
        <Field label="Can you provide shelter?" error={errors.canProvideShelter}>
          <Select {...control('canProvideShelter')} options={yesNo} />
        </Field>
        <Field label="Do you have a medicine box?" error={errors.hasMedicineBox}>
          <Select {...control('hasMedicineBox')} options={yesNo} />
        </Field>
        <Field label="Do you have a vehicle?" error={errors.hasVehicle}>
          <Select {...control('hasVehicle')} options={yesNo} />
        </Field>
        {asksVehicleType && (
          <Field label="Vehicle Type" error={errors.vehicleType}>
            <Select {...control('vehicleType')} options={vehicleTypes} />
          </Field>
        )}
        <WholeRow>
          <Field label="Motivation" hint="What makes you want to help animals?" error={errors.motivation} optional>
            <TextArea {...control('motivation')} />
          </Field>
        </WholeRow>
      </FormSection>
    </>
  );
}
