import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { Incident } from '../../../contract/incidents';
import {
  type IncidentClosingRef,
  selectChange,
  selectFailure,
  selectIsForbidden,
  selectIsSubmitting,
  selectReason,
  selectReasonError,
} from '../../../machines/incidents/incidentClosing.machine';
import { canBeClosed } from '../../../machines/incidents/permission';
import { notClosable } from '../../../rules/incidents/incidentPageTexts';
import { incidentLabel } from '../../../rules/incidents/incidents';
import { captainTexts } from '../../../rules/incidents/incidentTexts';
import { Button } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { Field } from '../../parts/forms/Field';
import { TextArea } from '../../parts/forms/Inputs';
import { submitBy } from '../../parts/forms/submitBy';
import { FormModal } from '../../parts/forms/Unsaved';
import { useScrollIntoView } from '../../parts/forms/useScrollIntoView';
import { IncidentName } from '../parts/IncidentName';
import { UnauthorizedModal } from '../parts/UnauthorizedModal';
import styles from './Incident.module.css';

/** The close-incident modal: a reason is required (S2 §2, §5). */
export function CloseModal({ closing, incident }: { closing: IncidentClosingRef; incident: Incident }) {
  const id = useId();
  const reason = useSelector(closing, selectReason);
  const error = useSelector(closing, selectReasonError);
  const failure = useSelector(closing, selectFailure);
  const change = useSelector(closing, selectChange);
  const isForbidden = useSelector(closing, selectIsForbidden);
  const isSubmitting = useSelector(closing, selectIsSubmitting);
  // Others act meanwhile, and an own try without an answer may have been carried out.
  const tooLate = isSubmitting || canBeClosed(incident) ? null : notClosable(incident);

  const failed = useScrollIntoView(failure);
  const close = () => closing.send({ type: 'modal.close' });

  return (
    <FormModal
      title="Close Incident"
      actor={closing}
      isChanged={reason.trim() !== ''}
      isSaving={isSubmitting}
      onClose={close}
      actions={
        <>
          <Button disabled={isSubmitting} onClick={close}>
            Cancel
          </Button>
          <NetworkButton
            type="submit"
            form={id}
            variant="danger"
            busy={isSubmitting}
            disabled={tooLate !== null}
            reason={tooLate ?? undefined}
          >
            Close Incident
          </NetworkButton>
        </>
      }
    >
      <form
        id={id}
        className={styles.dialog}
        onSubmit={submitBy(() => closing.send({ type: 'form.submit' }))}
        noValidate
      >
        <p className={styles.which}>
          <IncidentName incidentId={incident.id} label={incidentLabel(incident)} />
        </p>
        <p>A closed incident cannot be opened again.</p>
        <Field label="Reason" hint="Why is this incident closed without a case?" error={error}>
          <TextArea
            name="reason"
            value={reason}
            // Not disabled: it would lose the focus, and a failed reason is corrected here.
            readOnly={isSubmitting}
            required
            onChange={({ currentTarget }) => closing.send({ type: 'reason.changed', reason: currentTarget.value })}
          />
        </Field>
        <p ref={failed} className={styles.failure} role="alert">
          {failure}
        </p>
        <p role="status">{change}</p>
        <p role="status">{tooLate}</p>
      </form>
      {isForbidden && (
        <UnauthorizedModal
          text={captainTexts['incident.close']}
          keepsText
          onClose={() => closing.send({ type: 'refusal.close' })}
        />
      )}
    </FormModal>
  );
}
