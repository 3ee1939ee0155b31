import { useSelector } from '@xstate/react';
import { Lock } from 'lucide-react';
import { experienceLevels } from '../../contract/signup';
import { positions } from '../../contract/volunteers';
import {
  selectBaseRoles,
  selectDraft,
  selectFailures,
  selectIsChanged,
  selectIsSaved,
  selectIsSaving,
  selectIsUnsaved,
  type VolunteerEditRef,
} from '../../machines/people/volunteerEdit.machine';
import { savingTexts } from '../../rules/people/peopleTexts';
import { lockReason, mayChangePosition, type RoleChoice, roleChoices } from '../../rules/people/volunteerChanges';
import { roleTitle } from '../../rules/people/volunteers';
import { titleCase } from '../../rules/wording';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/buttons/Button';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { Field } from '../parts/forms/Field';
import { Select } from '../parts/forms/Select';
import { UnsavedBlocker } from '../parts/forms/Unsaved';
import { useReason } from '../parts/forms/useReason';
import { Supervised } from '../parts/Supervised';
import styles from './Volunteer.module.css';

interface VolunteerControlsProps {
  edit: VolunteerEditRef;
  /** The roles of the signed-in member, not of the volunteer. */
  roles: readonly string[];
}

const UNCHANGED = 'Nothing has changed.';

/** The controls with which an admin or a super admin changes a volunteer (S2 §2, §6). */
export function VolunteerControls({ edit, roles }: VolunteerControlsProps) {
  const isChanged = useSelector(edit, selectIsChanged);
  const isSaving = useSelector(edit, selectIsSaving);
  const isSaved = useSelector(edit, selectIsSaved);
  const failures = useSelector(edit, selectFailures);
  return (
    <section className={styles.card} aria-labelledby="admin-controls">
      <h2 id="admin-controls">Admin Controls</h2>
      <Supervised actor={edit}>
        <form
          className={styles.controls}
          onSubmit={(event) => {
            event.preventDefault();
            edit.send({ type: 'changes.save' });
          }}
        >
          {mayChangePosition(roles) && <PositionFields edit={edit} roles={roles} />}
          <RolesEditor edit={edit} roles={roles} />
          <div role="status">
            {isSaved && (
              <Banner tone="success" silent>
                {savingTexts.saved}
              </Banner>
            )}
          </div>
          {failures !== null && (
            <Banner tone="danger">
              {savingTexts.failed}
              <ul className={styles.failures}>
                {failures.map((failure) => (
                  <li key={failure}>{failure}</li>
                ))}
              </ul>
            </Banner>
          )}
          <div className={styles.buttons}>
            <Button
              disabled={!isChanged || isSaving}
              reason={isChanged ? undefined : UNCHANGED}
              onClick={() => edit.send({ type: 'changes.undo' })}
            >
              Undo
            </Button>
            <NetworkButton type="submit" variant="primary" disabled={!isChanged} reason={UNCHANGED} busy={isSaving}>
              Save Changes
            </NetworkButton>
          </div>
        </form>
      </Supervised>
      <UnsavedBlocker
        isChanged={() => selectIsUnsaved(edit.getSnapshot())}
        isSaving={() => selectIsSaving(edit.getSnapshot())}
      />
    </section>
  );
}

/** Adds the volunteer's present value to the known ones: another server may have values of its own. */
const withPresent = (known: readonly string[], present: string) =>
  known.includes(present) ? known : [present, ...known];

function PositionFields({ edit, roles: by }: VolunteerControlsProps) {
  const { position, experience } = useSelector(edit, selectDraft);
  const isSaving = useSelector(edit, selectIsSaving);
  return (
    <>
      <Field label="Position">
        <Select
          readOnly={isSaving}
          options={withPresent(positions, position).map((value) => ({ value, label: titleCase(value) || 'None' }))}
          value={position}
          onChange={({ currentTarget }) => edit.send({ type: 'position.choose', position: currentTarget.value, by })}
        />
      </Field>
      <Field label="Experience">
        <Select
          readOnly={isSaving}
          options={withPresent(experienceLevels, experience).map((value) => ({ value, label: value || 'None' }))}
          value={experience}
          onChange={({ currentTarget }) =>
            edit.send({ type: 'experience.choose', experience: currentTarget.value, by })
          }
        />
      </Field>
    </>
  );
}

function RolesEditor({ edit, roles: by }: VolunteerControlsProps) {
  const base = useSelector(edit, selectBaseRoles);
  const { roles } = useSelector(edit, selectDraft);
  const isSaving = useSelector(edit, selectIsSaving);
  return (
    <fieldset className={styles.editor}>
      <legend>Roles</legend>
      {roleChoices(base, roles, by).map((choice) => (
        <RoleBox
          key={choice.role}
          choice={choice}
          reason={choice.isLocked ? lockReason(choice.role, base) : undefined}
          isSaving={isSaving}
          onToggle={() => edit.send({ type: 'role.toggle', role: choice.role, by })}
        />
      ))}
    </fieldset>
  );
}

interface RoleBoxProps {
  choice: RoleChoice;
  /** Why this member cannot change the role. */
  reason: string | undefined;
  isSaving: boolean;
  onToggle: () => void;
}

function RoleBox({ choice: { role, isOn }, reason, isSaving, onToggle }: RoleBoxProps) {
  const { reasonProps, shownReason } = useReason(reason);
  return (
    <label className={styles.role}>
      {/* React reports a change although the press of a locked box was prevented. */}
      <input
        type="checkbox"
        checked={isOn}
        // Not disabled: it would lose the focus. The chart takes no change while it saves.
        aria-disabled={isSaving || undefined}
        onChange={() => reason === undefined && onToggle()}
        {...reasonProps}
      />
      {roleTitle(role)}
      {reason !== undefined && (
        <span role="img" aria-label="Locked">
          <Lock size={16} aria-hidden />
        </span>
      )}
      {shownReason}
    </label>
  );
}
