import { useSelector } from '@xstate/react';
import type { IncidentEditRef } from '../../../machines/incidents/incidentEdit.machine';
import { selectCanSubmit, selectIsSubmitting } from '../../../machines/incidents/incidentEdit.select';
import { Button } from '../../parts/Button';

interface EditButtonsProps {
  edit: IncidentEditRef;
  /** The id of the form that they belong to. */
  form: string;
}

/** Cancel and Save Changes of an edit form. */
export function EditButtons({ edit, form }: EditButtonsProps) {
  const canSubmit = useSelector(edit, selectCanSubmit);
  const isSubmitting = useSelector(edit, selectIsSubmitting);
  return (
    <>
      <Button disabled={isSubmitting} onClick={() => edit.send({ type: 'modal.close' })}>
        Cancel
      </Button>
      <Button type="submit" form={form} variant="primary" busy={isSubmitting} disabled={!canSubmit}>
        Save Changes
      </Button>
    </>
  );
}
