import type { ChangeEvent, ReactNode } from 'react';
import { animalTypes, type Severity } from '../../../contract/incidents';
import type { IncidentErrors, IncidentField, IncidentForm } from '../../../machines/incidents/incidentForm';
import { animalTitle } from '../../../rules/incidents/incidents';
import { useApp } from '../../app';
import { Field } from '../../parts/forms/Field';
import { Folded, FormSection, WholeRow } from '../../parts/forms/FormSection';
import { TextArea, TextInput } from '../../parts/forms/Inputs';
import { Select } from '../../parts/forms/Select';
import { Choices } from './Choices';
import { AnimalIcon } from './Labels';

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: animalTitle(value) }));
const animals = choices(animalTypes);
/** The animals to choose from. An incident's animal that is not one of them is added, so that it stays unless changed (DECISIONS C3). */
const animalsWith = (present: string) =>
  animals.some(({ value }) => value === present) ? animals : [...choices([present]), ...animals];

/** How soon help is needed, the most urgent first. No answer means unknown (DECISIONS 167). */
const urgencies: readonly { readonly value: Severity | ''; readonly label: string }[] = [
  { value: 'NOW', label: 'Now' },
  { value: 'TODAY', label: 'Today' },
  { value: 'CAN_WAIT', label: 'It can wait' },
  { value: '', label: 'Not sure' },
];

interface IncidentFieldsProps {
  form: IncidentForm;
  errors: IncidentErrors;
  onChange: (name: IncidentField, value: string) => void;
  /** The fields are read-only for now. They are not disabled, so they stay readable and keep the focus. */
  isLocked?: boolean;
  /** The control below the location that fills in the coordinates. */
  locating?: ReactNode;
  /** For reports, which are made in a hurry: one press chooses the animal, and the coordinates are folded away. */
  quick?: { readonly informing: ReactNode };
}

/** The fields about an incident (S1 §3), in the report form and in the edit form. */
export function IncidentFields({ form, errors, onChange, isLocked = false, locating, quick }: IncidentFieldsProps) {
  const { can } = useApp();
  const control = (name: IncidentField) => ({
    name,
    value: form[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(name, currentTarget.value),
  });
  const text = (name: IncidentField) => ({ ...control(name), readOnly: isLocked });
  const coordinates = (
    <>
      <Field label="Latitude" error={errors.latitude} optional>
        <TextInput {...text('latitude')} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field label="Longitude" error={errors.longitude} optional>
        <TextInput {...text('longitude')} inputMode="decimal" autoComplete="off" />
      </Field>
    </>
  );

  return (
    <>
      <FormSection title="The place">
        <WholeRow>
          <Field label="Location" hint="A street, a landmark: how a team finds it." error={errors.location}>
            <TextArea {...text('location')} rows={2} autoComplete="off" required />
          </Field>
        </WholeRow>
        {locating && <WholeRow>{locating}</WholeRow>}
        {quick ? (
          <WholeRow>
            <Folded
              title="Coordinates"
              summary={[form.latitude, form.longitude].filter(Boolean).join(', ')}
              isOpen={errors.latitude !== undefined || errors.longitude !== undefined}
            >
              {coordinates}
            </Folded>
          </WholeRow>
        ) : (
          coordinates
        )}
      </FormSection>

      <FormSection title="The animal">
        <WholeRow>
          {quick ? (
            <Choices
              label="Animal Type"
              name="animalType"
              value={form.animalType}
              options={animalsWith(form.animalType).map((animal) => ({
                ...animal,
                picture: <AnimalIcon animalType={animal.value} />,
              }))}
              isReadOnly={isLocked}
              onChoose={(value) => onChange('animalType', value)}
            />
          ) : (
            <Field label="Animal Type" error={errors.animalType}>
              <Select {...text('animalType')} options={animalsWith(form.animalType)} />
            </Field>
          )}
        </WholeRow>
        <WholeRow>
          <Field label="Description" hint="What has happened, and how is the animal?" error={errors.description}>
            <TextArea {...text('description')} required />
          </Field>
        </WholeRow>
        {can('severity') && (
          <WholeRow>
            <Choices
              label="How soon is help needed?"
              optional
              name="severity"
              value={form.severity}
              options={urgencies}
              isReadOnly={isLocked}
              onChoose={(value) => onChange('severity', value)}
            />
          </WholeRow>
        )}
      </FormSection>

      <FormSection title="Who has seen it">
        {quick && <WholeRow>{quick.informing}</WholeRow>}
        <Field label="Informer Name" error={errors.informerName}>
          <TextInput {...text('informerName')} autoComplete="off" required />
        </Field>
        <Field label="Contact Number" hint="10 digits" error={errors.contactNumber}>
          <TextInput {...text('contactNumber')} type="tel" inputMode="numeric" autoComplete="off" required />
        </Field>
      </FormSection>
    </>
  );
}
