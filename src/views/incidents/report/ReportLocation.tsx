import { useSelector } from '@xstate/react';
import type { ReportFormRef } from '../../../machines/incidents/reportForm.machine';
import { selectAccuracy, selectIsLocating, selectLocationFailure } from '../../../machines/incidents/reportForm.select';
import { LocationButton } from '../parts/LocationButton';

/** The location button of the report form. After it has found the location, it shows the accuracy in metres. */
export function ReportLocation({ form, disabled }: { form: ReportFormRef; disabled: boolean }) {
  const isLocating = useSelector(form, selectIsLocating);
  const accuracy = useSelector(form, selectAccuracy);
  const failure = useSelector(form, selectLocationFailure);
  return (
    <LocationButton
      isLocating={isLocating}
      found={accuracy === null ? null : `Your place is filled in, exact to about ${Math.ceil(accuracy)} m.`}
      failure={failure}
      disabled={disabled}
      onLocate={() => form.send({ type: 'location.use' })}
      onCancel={() => form.send({ type: 'location.cancel' })}
    />
  );
}
