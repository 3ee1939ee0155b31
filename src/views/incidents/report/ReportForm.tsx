import { useSelector } from '@xstate/react';
import { UserRound } from 'lucide-react';
import type { ReportRef } from '../../../machines/incidents/report.machine';
import {
  selectCanDefer,
  selectIsEditing,
  selectIsUnderWay,
  selectSubmitted,
} from '../../../machines/incidents/report.select';
import type { ReportFormRef } from '../../../machines/incidents/reportForm.machine';
import {
  selectAccuracy,
  selectAttachmentsActor,
  selectBlockedBy,
  selectErrors,
  selectFileFailure,
  selectForm,
  selectIsDraftKept,
  selectIsLocating,
  selectLocationFailure,
} from '../../../machines/incidents/reportForm.select';
import { selectProfile } from '../../../machines/session/session.select';
import { accuracyText } from '../../../rules/incidents/locationTexts';
import { filledInText, informerOf } from '../../../rules/incidents/reports';
import { UNKEPT_DRAFT } from '../../../rules/media/mediaTexts';
import { useApp } from '../../app';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/buttons/Button';
import { useIsOffline } from '../../parts/buttons/NetworkButton';
import { submitBy } from '../../parts/forms/submitBy';
import { useAnnounce } from '../../parts/LiveRegion';
import { IncidentFields } from '../parts/IncidentFields';
import { LocationButton } from '../parts/LocationButton';
import { MediaPicker } from './MediaPicker';
import styles from './Report.module.css';
import { Sending } from './Sending';

/** The report form, and below it the progress of sending and the submit button (S1 §2, §5). */
export function ReportForm({ form, report }: { form: ReportFormRef; report: ReportRef }) {
  const fields = useSelector(form, selectForm);
  const errors = useSelector(form, selectErrors);
  const attachments = useSelector(form, selectAttachmentsActor);
  const fileFailure = useSelector(form, selectFileFailure);
  const isDraftKept = useSelector(form, selectIsDraftKept);
  const blockedBy = useSelector(form, selectBlockedBy);
  const isEditing = useSelector(report, selectIsEditing);
  const isUnderWay = useSelector(report, selectIsUnderWay);
  const submitted = useSelector(report, selectSubmitted);
  const canDefer = useSelector(report, selectCanDefer);
  const { session } = useApp();
  const say = useAnnounce();
  const profile = useSelector(session, selectProfile);
  const offline = useIsOffline();

  const submit = submitBy(() => isEditing && form.send({ type: 'form.submit' }));
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Report">
      {attachments && (
        <MediaPicker
          attachments={attachments}
          failure={fileFailure}
          disabled={!isEditing}
          onChoose={(files) => form.send({ type: 'files.choose', files })}
        />
      )}
      <IncidentFields
        form={fields}
        errors={errors}
        isLocked={!isEditing}
        onChange={(name, value) => form.send({ type: 'field.changed', name, value })}
        locating={<ReportLocation form={form} disabled={!isEditing} />}
        quick={{
          informing: profile && (
            <Button
              disabled={!isEditing}
              onClick={() => {
                const informer = informerOf(profile);
                form.send({ type: 'informer.use', informer });
                say(filledInText(informer));
              }}
            >
              <UserRound size={18} aria-hidden />I saw it myself
            </Button>
          ),
        }}
      />
      <div className={styles.foot}>
        {!isDraftKept && <Banner tone="danger">{UNKEPT_DRAFT}</Banner>}
        {isUnderWay && submitted ? (
          <Sending item={submitted} onDefer={canDefer ? () => report.send({ type: 'report.defer' }) : undefined} />
        ) : (
          offline && <p className={styles.hint}>You are offline. The report is kept on this device and sent later.</p>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={isUnderWay}
          disabled={blockedBy !== null}
          reason={blockedBy ?? undefined}
        >
          Submit Report
        </Button>
      </div>
    </form>
  );
}

/** The location button of the report form. After it has found the location, it shows the accuracy in metres. */
function ReportLocation({ form, disabled }: { form: ReportFormRef; disabled: boolean }) {
  const isLocating = useSelector(form, selectIsLocating);
  const accuracy = useSelector(form, selectAccuracy);
  const failure = useSelector(form, selectLocationFailure);
  return (
    <LocationButton
      isLocating={isLocating}
      found={
        accuracy === null
          ? null
          : `Your coordinates are filled in, exact to about ${accuracyText(accuracy)}. Please also describe the place.`
      }
      failure={failure}
      disabled={disabled}
      onLocate={() => form.send({ type: 'location.use' })}
      onCancel={() => form.send({ type: 'location.cancel' })}
    />
  );
}
