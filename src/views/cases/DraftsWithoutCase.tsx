import { useSelector } from '@xstate/react';
import type { KeptCompletion } from '../../contract/drafts';
import {
  type CompletionDraftsRef,
  selectAsked,
  selectCopying,
  selectDrafts,
} from '../../machines/cases/completionDrafts.machine';
import { deletionText, draftName, unsentNotes } from '../../rules/cases/myCasesTexts';
import { TEXT_NOT_COPIED } from '../../rules/incidents/incidentTexts';
import { Button } from '../parts/buttons/Button';
import { CopyFlash } from '../parts/buttons/CopyButton';
import { UnsentDeletion } from '../parts/dialogs/Question';
import { NotSent } from '../parts/NotSent';

interface DraftsWithoutCaseProps {
  actor: CompletionDraftsRef;
  /** The drafts whose forms cannot be opened. */
  drafts: readonly KeptCompletion[];
}

/** The notes and photos of completions that were not sent before the case left the list (DECISIONS 365). */
export function DraftsWithoutCase({ actor, drafts }: DraftsWithoutCaseProps) {
  const caseKey = useSelector(actor, selectAsked);
  const copying = useSelector(actor, selectCopying);
  // The question stays open while the list is incomplete for a moment, and no draft is known to be without a case.
  const asked = useSelector(actor, selectDrafts).find((draft) => draft.caseKey === caseKey);
  const close = () => actor.send({ type: 'dialog.close' });
  if ((drafts.length === 0 && !asked) || !copying) return null;
  return (
    <>
      {drafts.map((draft) => {
        const { caseKey, notes, files } = draft;
        const name = draftName(draft);
        const of = <span className="visually-hidden">: {name}</span>;
        return (
          <NotSent
            key={caseKey}
            title={unsentNotes(name)}
            name={`Not sent: ${name}`}
            of={of}
            text={notes}
            files={files}
            copying={copying}
          >
            <Button onClick={() => actor.send({ type: 'draft.discard', caseKey })}>Delete {of}</Button>
          </NotSent>
        );
      })}
      <CopyFlash copying={copying} failure={TEXT_NOT_COPIED} />
      {asked && (
        <UnsentDeletion
          text={deletionText(draftName(asked))}
          onKeep={close}
          onDelete={() => actor.send({ type: 'deletion.confirm' })}
        />
      )}
    </>
  );
}
