import { useSelector } from '@xstate/react';
import { ClipboardCopy } from 'lucide-react';
import type { CompletionRef } from '../../machines/cases/completion.machine';
import {
  selectBar,
  selectIsDraftKept,
  selectIsSubmitting,
  selectNotes,
  selectNotesError,
  selectNotice,
  selectStage,
} from '../../machines/cases/completion.select';
import { type CompletionBarSnapshot, selectFlash } from '../../machines/cases/completionBar.machine';
import { LOCATING } from '../../rules/incidents/locationTexts';
import { UNKEPT_DRAFT } from '../../rules/media/mediaTexts';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/buttons/Button';
import { Field } from '../parts/forms/Field';
import { TextArea } from '../parts/forms/Inputs';
import { CompletionFiles } from './CompletionFiles';
import styles from './MyCases.module.css';

/** The form of a completion: notes and media, and the progress of the submission (S2 §5). */
export function CompletionForm({ completion }: { completion: CompletionRef }) {
  const notes = useSelector(completion, selectNotes);
  const notesError = useSelector(completion, selectNotesError);
  const notice = useSelector(completion, selectNotice);
  const isSubmitting = useSelector(completion, selectIsSubmitting);
  const isDraftKept = useSelector(completion, selectIsDraftKept);
  return (
    <div className={styles.form}>
      <Field label="Resolution Notes" hint="What was done, and how is the animal now?" error={notesError}>
        <TextArea
          rows={4}
          value={notes}
          required
          readOnly={isSubmitting}
          onChange={({ currentTarget }) => completion.send({ type: 'notes.changed', notes: currentTarget.value })}
        />
      </Field>
      <Button disabled={isSubmitting} onClick={() => completion.send({ type: 'report.copy' })}>
        <ClipboardCopy size={18} aria-hidden /> Copy for Report
      </Button>
      <CompletionFiles completion={completion} isLocked={isSubmitting} />
      <div className={styles.foot}>
        {!isDraftKept && <Banner tone="danger">{UNKEPT_DRAFT}</Banner>}
        <FlashBar completion={completion} />
        <Progress completion={completion} />
        {notice && (
          <Banner tone={notice.tone}>
            <p>{notice.text}</p>
            {notice.tone === 'danger' && <p className={styles.kept}>Your notes and files are kept.</p>}
          </Banner>
        )}
      </div>
    </div>
  );
}

const flashOf = (snapshot?: CompletionBarSnapshot) => (snapshot ? selectFlash(snapshot) : null);

/** A message that disappears after 2 s (S2 §9). Its live region is always in the document, so that screen readers announce it. */
function FlashBar({ completion }: { completion: CompletionRef }) {
  const flash = useSelector(useSelector(completion, selectBar), flashOf);
  return (
    <div role="status">
      {flash && (
        <Banner tone={flash.tone} silent>
          {flash.text}
        </Banner>
      )}
    </div>
  );
}

const stages = { locating: LOCATING, preparing: 'Compressing images…' } as const;

/** The progress of the submission. Screen readers say the stage, not each percent. */
function Progress({ completion }: { completion: CompletionRef }) {
  const stage = useSelector(completion, selectStage);
  const isSending = typeof stage === 'number';
  return (
    <>
      <p role="status" className={stage === null || isSending ? 'visually-hidden' : styles.progress}>
        {stage !== null && (isSending ? sendingText(stage) : stages[stage])}
      </p>
      {isSending && (
        <>
          <div className={styles.progress}>
            <progress max={100} value={stage} aria-label="Uploaded" />
            <span aria-hidden>{stage < 100 ? `${stage}%` : sendingText(stage)}</span>
          </div>
          <Button variant="quiet" onClick={() => completion.send({ type: 'dialog.close' })}>
            Send later
          </Button>
        </>
      )}
    </>
  );
}

const sendingText = (percent: number) => (percent < 100 ? 'Uploading…' : 'Processing...');
