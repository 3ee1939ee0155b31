import { useSelector } from '@xstate/react';
import { Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { Category } from '../../../contract/inventory';
import { unreadableIn } from '../../../contract/lists';
import {
  type CategoriesRef,
  selectDeleted,
  selectDeletionFailure,
  selectFailure,
  selectIsDeleting,
  selectIsSaving,
  selectName,
  selectRenamed,
} from '../../../machines/supplies/categories.machine';
import { Button } from '../../parts/buttons/Button';
import { IconButton } from '../../parts/buttons/IconButton';
import { NetworkButton, NetworkIconButton } from '../../parts/buttons/NetworkButton';
import { Modal } from '../../parts/dialogs/Modal';
import { Question } from '../../parts/dialogs/Question';
import { Field } from '../../parts/forms/Field';
import { TextInput } from '../../parts/forms/Inputs';
import { submitBy } from '../../parts/forms/submitBy';
import { useAnnounced } from '../../parts/LiveRegion';
import { Unreadable } from '../../parts/page/States';
import styles from './Inventory.module.css';

interface CategoriesModalProps {
  actor: CategoriesRef;
  categories: readonly Category[];
}

/** Lists the categories and adds, renames and deletes them (S2 §2, §5, §7). */
export function CategoriesModal({ actor, categories }: CategoriesModalProps) {
  useAnnounced(actor);
  const deleted = useSelector(actor, selectDeleted);
  const renamed = useSelector(actor, selectRenamed);
  const isSaving = useSelector(actor, selectIsSaving);
  const unreadable = unreadableIn(categories).length;
  const field = useRef<HTMLInputElement>(null);
  /** The rename button that was pressed last. */
  const pencil = useRef<HTMLButtonElement>(null);
  // The form is above a list that may be long: a rename begins in its field, and ends where the member was in the list.
  useEffect(() => {
    if (!renamed) pencil.current?.focus();
  }, [renamed]);

  function rename(category: Category, button: HTMLButtonElement) {
    pencil.current = button;
    actor.send({ type: 'category.rename', category });
    field.current?.focus();
  }

  return (
    <Modal
      title="Categories"
      actor={actor}
      onClose={() => actor.send({ type: 'modal.close' })}
      actions={<Button type="submit">Done</Button>}
    >
      <div className={styles.form}>
        <CategoryForm actor={actor} field={field} />
        <Unreadable count={unreadable} of={['category', 'categories']} />
        {categories.length + unreadable === 0 && <p className={styles.none}>There is no category yet.</p>}
        <ul role="list" className={styles.list}>
          {categories.map((category) => (
            <li key={category.id}>
              <span dir="auto">{category.name}</span>
              <IconButton
                label={`Rename ${category.name}`}
                disabled={isSaving}
                onClick={({ currentTarget }) => rename(category, currentTarget)}
              >
                <Pencil size={20} aria-hidden />
              </IconButton>
              <NetworkIconButton
                label={`Delete ${category.name}`}
                disabled={isSaving}
                onClick={() => actor.send({ type: 'category.delete', category })}
              >
                <Trash2 size={20} aria-hidden />
              </NetworkIconButton>
            </li>
          ))}
        </ul>
      </div>
      {deleted && <Deletion actor={actor} category={deleted} />}
    </Modal>
  );
}

/** The form that adds a category, or renames one. */
function CategoryForm({ actor, field }: { actor: CategoriesRef; field: RefObject<HTMLInputElement | null> }) {
  const name = useSelector(actor, selectName);
  const renamed = useSelector(actor, selectRenamed);
  const failure = useSelector(actor, selectFailure);
  const isSaving = useSelector(actor, selectIsSaving);
  return (
    <form className={styles.form} onSubmit={submitBy(() => actor.send({ type: 'form.submit' }))} noValidate>
      <Field label={renamed ? `New name of ${renamed.name}` : 'New category'} error={failure}>
        <TextInput
          ref={field}
          value={name}
          autoComplete="off"
          // Not disabled: it would lose the focus, and a failed name is corrected here.
          readOnly={isSaving}
          onChange={({ currentTarget }) => actor.send({ type: 'name.changed', name: currentTarget.value })}
        />
      </Field>
      <div className={styles.buttons}>
        {renamed && (
          <Button disabled={isSaving} onClick={() => actor.send({ type: 'rename.cancel' })}>
            Cancel
          </Button>
        )}
        <NetworkButton type="submit" variant="primary" busy={isSaving}>
          {renamed ? 'Rename' : 'Add Category'}
        </NetworkButton>
      </div>
    </form>
  );
}

function Deletion({ actor, category }: { actor: CategoriesRef; category: Category }) {
  const isDeleting = useSelector(actor, selectIsDeleting);
  const failure = useSelector(actor, selectDeletionFailure);
  return (
    <Question
      title="Delete Category"
      onClose={() => actor.send({ type: 'deletion.cancel' })}
      verb="Delete"
      busy={isDeleting}
      onConfirm={() => actor.send({ type: 'deletion.confirm' })}
    >
      <div className={styles.form}>
        <p>
          <bdi>{category.name}</bdi> is deleted. Items are not.
        </p>
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      </div>
    </Question>
  );
}
