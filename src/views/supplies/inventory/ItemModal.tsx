import { useSelector } from '@xstate/react';
import { type ComponentProps, useId } from 'react';
import type { Category } from '../../../contract/inventory';
import {
  type ItemEditRef,
  selectErrors,
  selectFailure,
  selectForm,
  selectIsChanged,
  selectIsNew,
  selectIsSubmitting,
  selectReplaced,
} from '../../../machines/supplies/itemEdit.machine';
import type { ItemField } from '../../../machines/supplies/itemForm';
import { useApp } from '../../app';
import { Button } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { Field } from '../../parts/forms/Field';
import { TextInput } from '../../parts/forms/Inputs';
import { Select } from '../../parts/forms/Select';
import { submitBy } from '../../parts/forms/submitBy';
import { FormModal } from '../../parts/forms/Unsaved';
import { useScrollIntoView } from '../../parts/forms/useScrollIntoView';
import styles from './Inventory.module.css';

interface ItemModalProps {
  edit: ItemEditRef;
  categories: readonly Category[];
}

/** The form for a new item, or for changing one (S2 §2, §5, §9). */
export function ItemModal({ edit, categories }: ItemModalProps) {
  const { can } = useApp();
  const id = useId();
  const isNew = useSelector(edit, selectIsNew);
  const form = useSelector(edit, selectForm);
  const isChanged = useSelector(edit, selectIsChanged);
  const failure = useSelector(edit, selectFailure);
  const replaced = useSelector(edit, selectReplaced);
  const isSubmitting = useSelector(edit, selectIsSubmitting);
  const failed = useScrollIntoView(failure);
  const close = () => edit.send({ type: 'modal.close' });
  const change = (name: ItemField, value: string) => edit.send({ type: 'field.changed', name, value });

  return (
    <FormModal
      title={isNew ? 'New Item' : 'Edit Item'}
      actor={edit}
      size="wide"
      isChanged={isChanged}
      isSaving={isSubmitting}
      onClose={close}
      actions={
        <>
          <Button disabled={isSubmitting} onClick={close}>
            Cancel
          </Button>
          <NetworkButton type="submit" form={id} variant="primary" busy={isSubmitting}>
            Save
          </NetworkButton>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submitBy(() => edit.send({ type: 'form.submit' }))} noValidate>
        <ItemInput edit={edit} name="name" label="Name" />
        <Field label="Category" optional>
          <Select
            options={[{ value: '', label: 'None' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
            value={form.categoryId}
            readOnly={isSubmitting}
            onChange={({ currentTarget }) => change('categoryId', currentTarget.value)}
          />
        </Field>
        <div className={styles.pair}>
          <ItemInput edit={edit} name="quantity" label="Quantity" inputMode="numeric" />
          <ItemInput edit={edit} name="unit" label="Unit" />
        </div>
        <ItemInput
          edit={edit}
          name="lowStockThreshold"
          label="Low stock threshold"
          hint="At this quantity or below, the item is low on stock."
          inputMode="numeric"
        />
        {can('supplies') && <ItemInput edit={edit} name="barcode" label="Barcode" optional />}
        <p ref={failed} className={styles.failure} role="alert">
          {failure}
          {replaced !== null && ` Saving again makes ${form.quantity} of the ${replaced} that there are.`}
        </p>
      </form>
    </FormModal>
  );
}

interface ItemInputProps extends ComponentProps<'input'> {
  edit: ItemEditRef;
  name: ItemField;
  label: string;
  hint?: string;
  optional?: boolean;
}

function ItemInput({ edit, name, label, hint, optional, ...rest }: ItemInputProps) {
  const form = useSelector(edit, selectForm);
  const errors = useSelector(edit, selectErrors);
  const isSubmitting = useSelector(edit, selectIsSubmitting);
  return (
    <Field label={label} hint={hint} optional={optional} error={errors[name]}>
      <TextInput
        {...rest}
        name={name}
        autoComplete="off"
        value={form[name]}
        // Not disabled: it would lose the focus, and a failed item is corrected here.
        readOnly={isSubmitting}
        onChange={({ currentTarget }) => edit.send({ type: 'field.changed', name, value: currentTarget.value })}
      />
    </Field>
  );
}
