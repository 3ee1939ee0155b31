import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { KitRef } from '../../../machines/supplies/kit.machine';
import { selectAsked, selectKitItem, selectPersonalItem } from '../../../machines/supplies/kit.select';
import {
  type KitItemRef,
  selectFailure,
  selectIsBusy,
  selectIsRemoval,
  selectItem,
  selectQuantity,
  selectReplaced,
} from '../../../machines/supplies/kitItem.machine';
import {
  type PersonalItemRef,
  selectChoice,
  selectInventory,
  selectIsAdding,
  selectFailure as selectPersonalFailure,
} from '../../../machines/supplies/personalItem.machine';
import { Button } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { Modal } from '../../parts/dialogs/Modal';
import { Question } from '../../parts/dialogs/Question';
import { Field } from '../../parts/forms/Field';
import { TextInput } from '../../parts/forms/Inputs';
import { submitBy } from '../../parts/forms/submitBy';
import { useAnnounced } from '../../parts/LiveRegion';
import { ItemChooser } from './ItemChooser';
import styles from './Kit.module.css';

/** The dialogs of the member's own kit. */
export function KitDialogs({ kit }: { kit: KitRef }) {
  useAnnounced(kit);
  const asked = useSelector(kit, selectAsked);
  const kitItem = useSelector(kit, selectKitItem);
  const personalItem = useSelector(kit, selectPersonalItem);
  return (
    <>
      {asked && (
        <Question
          title="Use the last one?"
          isLocal
          onClose={() => kit.send({ type: 'dialog.close' })}
          verb="Use the last one"
          onConfirm={() => kit.send({ type: 'use.confirm' })}
        >
          <p dir="auto">{asked.inventoryItemName} is then removed from your kit.</p>
        </Question>
      )}
      {kitItem && <KitItemDialog kitItem={kitItem} />}
      {personalItem && <PersonalItemDialog personalItem={personalItem} />}
    </>
  );
}

/** The dialog that sets the quantity of an item, or asks before the item is removed. */
function KitItemDialog({ kitItem }: { kitItem: KitItemRef }) {
  const item = useSelector(kitItem, selectItem);
  const isRemoval = useSelector(kitItem, selectIsRemoval);
  const quantity = useSelector(kitItem, selectQuantity);
  const failure = useSelector(kitItem, selectFailure);
  const replaced = useSelector(kitItem, selectReplaced);
  const isBusy = useSelector(kitItem, selectIsBusy);
  const id = useId();
  useAnnounced(kitItem);
  const confirm = () => kitItem.send({ type: 'change.confirm' });
  const warning = replaced !== null && `Saving again makes ${quantity} of the ${replaced} that there are.`;
  const problem = [failure, warning].filter(Boolean).join(' ');
  return (
    <Modal
      title={isRemoval ? 'Remove it from your kit?' : 'Set quantity'}
      actor={kitItem}
      onClose={() => kitItem.send({ type: 'dialog.close' })}
      actions={
        <>
          <Button type="submit" disabled={isBusy}>
            Cancel
          </Button>
          {isRemoval ? (
            <NetworkButton variant="danger" busy={isBusy} onClick={confirm}>
              Remove
            </NetworkButton>
          ) : (
            <NetworkButton type="submit" form={id} variant="primary" busy={isBusy}>
              Save
            </NetworkButton>
          )}
        </>
      }
    >
      {isRemoval ? (
        <>
          <p dir="auto">
            {item.inventoryItemName} × {item.quantity}
          </p>
          <p role="alert" className={styles.problem}>
            {failure}
          </p>
        </>
      ) : (
        <form id={id} onSubmit={submitBy(confirm)}>
          <Field label={`Quantity of ${item.inventoryItemName}`} hint={item.unit || undefined} error={problem}>
            <TextInput
              inputMode="numeric"
              value={quantity}
              // Not disabled: it would lose the focus, and a refused quantity is corrected here.
              readOnly={isBusy}
              onChange={(event) => kitItem.send({ type: 'quantity.change', quantity: event.target.value })}
            />
          </Field>
        </form>
      )}
    </Modal>
  );
}

/** The dialog that adds an item which the member has bought or got themselves. */
function PersonalItemDialog({ personalItem }: { personalItem: PersonalItemRef }) {
  const inventory = useSelector(personalItem, selectInventory);
  const choice = useSelector(personalItem, selectChoice);
  const failure = useSelector(personalItem, selectPersonalFailure);
  const isAdding = useSelector(personalItem, selectIsAdding);
  const id = useId();
  useAnnounced(personalItem);
  return (
    <Modal
      title="Add personal item"
      actor={personalItem}
      onClose={() => personalItem.send({ type: 'dialog.close' })}
      actions={
        <>
          <Button type="submit" disabled={isAdding}>
            Cancel
          </Button>
          <NetworkButton type="submit" form={id} variant="primary" busy={isAdding}>
            Add
          </NetworkButton>
        </>
      }
    >
      <form id={id} onSubmit={submitBy(() => personalItem.send({ type: 'item.confirm' }))}>
        <ItemChooser
          inventory={inventory}
          choice={choice}
          failure={failure}
          isReadOnly={isAdding}
          onChange={(change) => personalItem.send({ type: 'choice.change', change })}
        />
      </form>
    </Modal>
  );
}
