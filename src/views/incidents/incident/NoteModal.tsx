import { useSelector } from '@xstate/react';
import { useId } from 'react';
import {
  type IncidentNoteRef,
  selectAttachmentsActor,
  selectFileFailure,
  selectIsDraftKept,
  selectIsPreparing,
  selectProblem,
  selectText,
} from '../../../machines/incidents/incidentNote.machine';
import { PHOTOS_NOT_READY } from '../../../rules/forms';
import { UNKEPT_DRAFT } from '../../../rules/media/mediaTexts';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import { Field } from '../../parts/forms/Field';
import { TextArea } from '../../parts/forms/Inputs';
import { submitBy } from '../../parts/forms/submitBy';
import { MediaPicker } from '../report/MediaPicker';
import styles from './Incident.module.css';

interface NoteModalProps {
  note: IncidentNoteRef;
  /** Why the incident takes no notes any more, or null. */
  tooLate: string | null;
}

/** The dialog that adds a note with photos to an incident (DECISIONS 170). */
export function NoteModal({ note, tooLate }: NoteModalProps) {
  const id = useId();
  const text = useSelector(note, selectText);
  const problem = useSelector(note, selectProblem);
  const attachments = useSelector(note, selectAttachmentsActor);
  const fileFailure = useSelector(note, selectFileFailure);
  const isPreparing = useSelector(note, selectIsPreparing);
  const isDraftKept = useSelector(note, selectIsDraftKept);

  return (
    <Modal
      title="Add Photo or Note"
      size="wide"
      actor={note}
      onClose={() => note.send({ type: 'modal.close' })}
      actions={
        <>
          <Button type="submit">Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            disabled={isPreparing || tooLate !== null}
            reason={tooLate ? 'Nothing can be added now.' : PHOTOS_NOT_READY}
          >
            Add
          </Button>
        </>
      }
    >
      <form id={id} className={styles.dialog} onSubmit={submitBy(() => note.send({ type: 'note.submit' }))} noValidate>
        {attachments && (
          <MediaPicker
            attachments={attachments}
            failure={fileFailure}
            onChoose={(files) => note.send({ type: 'files.choose', files })}
          />
        )}
        <Field label="Note" hint="What have you seen? Without a network it is sent later by itself." error={problem}>
          <TextArea
            name="note"
            value={text}
            onChange={({ currentTarget }) => note.send({ type: 'note.changed', text: currentTarget.value })}
          />
        </Field>
        {!isDraftKept && <Banner tone="danger">{UNKEPT_DRAFT}</Banner>}
        <p className={styles.failure} role="alert">
          {tooLate}
        </p>
      </form>
    </Modal>
  );
}
