import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { IncidentEditRef } from '../../../machines/incidents/incidentEdit.machine';
import {
  selectBlockedBy,
  selectConflict,
  selectFailure,
  selectFieldErrors,
  selectForm,
  selectIsChanged,
  selectIsForbidden,
  selectIsLocating,
  selectIsSubmitting,
  selectLocationFailure,
} from '../../../machines/incidents/incidentEdit.select';
import { captainTexts } from '../../../rules/incidents/incidentTexts';
import { Button } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { submitBy } from '../../parts/forms/submitBy';
import { FormModal } from '../../parts/forms/Unsaved';
import { useScrollIntoView } from '../../parts/forms/useScrollIntoView';
import { useAnnounced } from '../../parts/LiveRegion';
import { IncidentFields } from '../parts/IncidentFields';
import { LocationButton } from '../parts/LocationButton';
import { UnauthorizedModal } from '../parts/UnauthorizedModal';
import styles from './Incident.module.css';

interface EditFormProps {
  edit: IncidentEditRef;
  /** The element id of the form, for the buttons outside of it. */
  id: string;
}

/** The edit form of an incident, used in the modal and on its own page (S2 §5, DECISIONS 30). */
export function EditForm({ edit, id }: EditFormProps) {
  const form = useSelector(edit, selectForm);
  const errors = useSelector(edit, selectFieldErrors);
  const failure = useSelector(edit, selectFailure);
  const conflict = useSelector(edit, selectConflict);
  const isSubmitting = useSelector(edit, selectIsSubmitting);
  const isLocating = useSelector(edit, selectIsLocating);
  const isForbidden = useSelector(edit, selectIsForbidden);
  const locationFailure = useSelector(edit, selectLocationFailure);
  useAnnounced(edit);

  const told = [failure, conflict].filter(Boolean).join(' ');
  const isInvalid = Object.keys(errors).length > 0;
  // Nothing is scrolled if a field is wrong, because that field gets the focus, nor while the captain types, because a change of a field
  // ends the failure.
  const failed = useScrollIntoView(failure !== null && !isInvalid ? told : null);

  return (
    <>
      <form id={id} className={styles.form} onSubmit={submitBy(() => edit.send({ type: 'form.submit' }))} noValidate>
        <IncidentFields
          form={form}
          errors={errors}
          isLocked={isSubmitting}
          onChange={(name, value) => edit.send({ type: 'field.changed', name, value })}
          locating={
            <LocationButton
              isLocating={isLocating}
              failure={locationFailure}
              disabled={isSubmitting}
              onLocate={() => edit.send({ type: 'location.request' })}
              onCancel={() => edit.send({ type: 'location.cancel' })}
            />
          }
        />
        <p ref={failed} className={styles.failure} role="alert">
          {told}
        </p>
      </form>
      {isForbidden && (
        <UnauthorizedModal
          text={captainTexts['incident.edit']}
          keepsText
          onClose={() => edit.send({ type: 'refusal.close' })}
        />
      )}
    </>
  );
}

interface EditButtonsProps {
  edit: IncidentEditRef;
  /** The element id of the form that Save Changes submits. */
  form: string;
}

/** Cancel and Save Changes of an edit form. */
export function EditButtons({ edit, form }: EditButtonsProps) {
  const blockedBy = useSelector(edit, selectBlockedBy);
  const isSubmitting = useSelector(edit, selectIsSubmitting);
  return (
    <>
      <Button disabled={isSubmitting} onClick={() => edit.send({ type: 'modal.close' })}>
        Cancel
      </Button>
      <NetworkButton
        type="submit"
        form={form}
        variant="primary"
        busy={isSubmitting}
        disabled={blockedBy !== null}
        reason={blockedBy ?? undefined}
      >
        Save Changes
      </NetworkButton>
    </>
  );
}

/** The edit modal (S2 §2). */
export function EditModal({ edit }: { edit: IncidentEditRef }) {
  const id = useId();
  const isChanged = useSelector(edit, selectIsChanged);
  const isSubmitting = useSelector(edit, selectIsSubmitting);
  return (
    <FormModal
      title="Edit Incident"
      actor={edit}
      size="wide"
      isChanged={isChanged}
      isSaving={isSubmitting}
      onClose={() => edit.send({ type: 'modal.close' })}
      actions={<EditButtons edit={edit} form={id} />}
    >
      <EditForm edit={edit} id={id} />
    </FormModal>
  );
}
