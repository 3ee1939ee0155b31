import { useSelector } from '@xstate/react';
import type { Batch } from '../../../contract/inventory';
import {
  type StockChangeRef,
  selectFailure,
  selectForm,
  selectInvalid,
  selectIsSubmitting,
  selectSavedDelta,
} from '../../../machines/supplies/stockChange.machine';
import type { StockField } from '../../../machines/supplies/stockForm';
import { expiryText } from '../../../rules/supplies/inventory';
import { stockTexts } from '../../../rules/supplies/inventoryTexts';
import { amountText } from '../../../rules/supplies/kit';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { Field } from '../../parts/forms/Field';
import { TextInput } from '../../parts/forms/Inputs';
import { Select } from '../../parts/forms/Select';
import { submitBy } from '../../parts/forms/submitBy';
import { useNow } from '../../parts/useNow';
import styles from './Inventory.module.css';

const kinds = [
  { value: 'restock', label: 'Restock' },
  { value: 'use', label: 'Used' },
  { value: 'correction', label: 'Correction' },
] as const;
const amounts = { restock: 'How many came', use: 'How many were used', correction: 'Change, such as 5 or -5' } as const;
const notes = { restock: 'From the vet', use: 'For the clinic day', correction: 'Counted again' } as const;

interface StockChangeFormProps {
  change: StockChangeRef;
  unit: string;
  batches: readonly Batch[];
}

/** Changes the stock by a difference instead of setting it, such as '+20, from the vet' (DECISIONS K1). */
export function StockChangeForm({ change, unit, batches }: StockChangeFormProps) {
  const form = useSelector(change, selectForm);
  const failure = useSelector(change, selectFailure);
  const invalid = useSelector(change, selectInvalid);
  const isSubmitting = useSelector(change, selectIsSubmitting);
  const savedDelta = useSelector(change, selectSavedDelta);
  const field = (name: StockField) => ({
    value: form[name],
    // Not disabled: it would lose the focus, and a failed change is corrected here.
    readOnly: isSubmitting,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      change.send({ type: 'field.changed', name, value: currentTarget.value }),
  });
  const input = (name: StockField) => ({ ...field(name), autoComplete: 'off' });
  const choices = useBatchChoices(batches, form.batch, unit);
  const submit = submitBy(() => change.send({ type: 'form.submit' }));
  return (
    <form className={styles.change} onSubmit={submit} noValidate aria-label="Change the stock">
      <div className={styles.pair}>
        <Field label="What was done">
          <Select
            options={kinds}
            value={form.kind}
            readOnly={isSubmitting}
            onChange={({ currentTarget }) =>
              change.send({
                type: 'kind.choose',
                kind: kinds.find(({ value }) => value === currentTarget.value)?.value ?? 'restock',
              })
            }
          />
        </Field>
        <Field label={`${amounts[form.kind]} (${unit})`} error={invalid === 'amount' ? failure : null}>
          {/* The keyboard of digits has no minus sign on an iPhone. */}
          <TextInput inputMode={form.kind === 'correction' ? 'text' : 'numeric'} {...input('amount')} />
        </Field>
      </div>
      <Field label="Note" optional error={invalid === 'note' ? failure : null}>
        <TextInput placeholder={notes[form.kind]} {...input('note')} />
      </Field>
      {form.kind === 'restock' && (
        <Field label="Expires on" optional error={invalid === 'expiresOn' ? failure : null}>
          <TextInput type="date" {...input('expiresOn')} />
        </Field>
      )}
      {form.kind === 'correction' && choices.length > 0 && (
        <Field label="Which batch">
          <Select options={[{ value: '', label: 'No particular batch' }, ...choices]} {...field('batch')} />
        </Field>
      )}
      <p className={styles.failure} role="alert">
        {invalid === null && failure}
      </p>
      <p role="status">{savedDelta !== null && stockTexts.changed(savedDelta, unit)}</p>
      <NetworkButton type="submit" variant="primary" busy={isSubmitting}>
        Save Change
      </NetworkButton>
    </form>
  );
}

/**
 * The batches to choose from when a count is corrected. Stock without a date is no choice of its own: without a choice it is taken
 * first, and what is added has no date (DECISIONS 124). A chosen batch that somebody else has used up meanwhile stays chosen, so that the
 * server refuses the correction, and no other batch loses anything.
 */
function useBatchChoices(batches: readonly Batch[], chosen: string, unit: string) {
  const now = useNow();
  const dated = batches.flatMap(({ expiresOn, quantity }) => (expiresOn === null ? [] : [{ expiresOn, quantity }]));
  const isGone = chosen !== '' && dated.every(({ expiresOn }) => expiresOn !== chosen);
  return [...dated, ...(isGone ? [{ expiresOn: chosen, quantity: 0 }] : [])].map(({ expiresOn, quantity }) => ({
    value: expiresOn,
    label: `${amountText({ quantity, unit })}: ${expiryText(expiresOn, now)}`,
  }));
}
