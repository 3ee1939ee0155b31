import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import {
  type StockChangeRef,
  selectFailure,
  selectForm,
  selectIsSubmitting,
  selectSavedDelta,
} from '../../../machines/supplies/stockChange.machine';
import type { StockField } from '../../../machines/supplies/stockForm';
import { stockTexts } from '../../../rules/inventoryTexts';
import { Field } from '../../parts/Field';
import { TextInput } from '../../parts/Inputs';
import { NetworkButton } from '../../parts/NetworkButton';
import { Select } from '../../parts/Select';
import styles from './Inventory.module.css';

const kinds = [
  { value: 'restock', label: 'Restock' },
  { value: 'use', label: 'Used' },
  { value: 'correction', label: 'Correction' },
] as const;
const amounts = { restock: 'How many came', use: 'How many were used', correction: 'Change, such as 5 or -5' } as const;
const notes = { restock: 'From the vet', use: 'For the clinic day', correction: 'Counted again' } as const;

/** Changes the stock by a difference instead of setting it, such as '+20, from the vet' (DECISIONS K1). */
export function StockChangeForm({ change, unit }: { change: StockChangeRef; unit: string }) {
  const form = useSelector(change, selectForm);
  const failure = useSelector(change, selectFailure);
  const isSubmitting = useSelector(change, selectIsSubmitting);
  const savedDelta = useSelector(change, selectSavedDelta);
  const input = (name: StockField) => ({
    value: form[name],
    disabled: isSubmitting,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change.send({ type: 'field.changed', name, value: currentTarget.value }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    change.send({ type: 'form.submit' });
  }
  return (
    <form className={styles.change} onSubmit={submit} noValidate aria-label="Change the stock">
      <div className={styles.pair}>
        <Field label="What was done">
          <Select
            options={kinds}
            value={form.kind}
            disabled={isSubmitting}
            onChange={({ currentTarget }) =>
              change.send({
                type: 'kind.choose',
                kind: kinds.find(({ value }) => value === currentTarget.value)?.value ?? 'restock',
              })
            }
          />
        </Field>
        <Field label={`${amounts[form.kind]} (${unit})`}>
          <TextInput type="number" step={1} {...input('amount')} />
        </Field>
      </div>
      <Field label="Note" optional>
        <TextInput placeholder={notes[form.kind]} maxLength={500} {...input('note')} />
      </Field>
      {form.kind === 'restock' && (
        <Field label="Expires on" optional>
          <TextInput type="date" {...input('expiresOn')} />
        </Field>
      )}
      <p className={styles.failure} role="alert">
        {failure}
      </p>
      <p role="status">{savedDelta !== null && stockTexts.changed(savedDelta, unit)}</p>
      <NetworkButton type="submit" variant="primary" busy={isSubmitting}>
        Save Change
      </NetworkButton>
    </form>
  );
}
