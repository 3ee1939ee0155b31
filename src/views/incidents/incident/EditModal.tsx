import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { IncidentEditRef } from '../../../machines/incidents/incidentEdit.machine';
import { selectIsSubmitting } from '../../../machines/incidents/incidentEdit.select';
import { Modal } from '../../parts/Modal';
import { EditButtons } from './EditButtons';
import { EditForm } from './EditForm';

/** The edit modal (S2 §2). */
export function EditModal({ edit }: { edit: IncidentEditRef }) {
  const id = useId();
  const isSubmitting = useSelector(edit, selectIsSubmitting);
  return (
    <Modal
      title="Edit Incident"
      actor={edit}
      size="wide"
      onClose={isSubmitting ? undefined : () => edit.send({ type: 'modal.close' })}
      actions={<EditButtons edit={edit} form={id} />}
    >
      <EditForm edit={edit} id={id} />
    </Modal>
  );
}
