import { useSelector } from '@xstate/react';
import { Clock, Minus, Pencil, Trash2 } from 'lucide-react';
import type { KitItem } from '../../../contract/supplies';
import type { KitRef } from '../../../machines/supplies/kit.machine';
import { selectWaitingUses } from '../../../machines/supplies/kit.select';
import { Button } from '../../parts/buttons/Button';
import { IconButton } from '../../parts/buttons/IconButton';
import { NetworkIconButton } from '../../parts/buttons/NetworkButton';
import styles from './Kit.module.css';

const UNSAVED = 'Its used pieces must be saved first.';

/** The owner's buttons for an item. While uses of it wait to be sent, the quantity cannot be set and the item not removed. */
export function KitItemActions({ kit, item: { id, inventoryItemName: name } }: { kit: KitRef; item: KitItem }) {
  const waiting = useSelector(kit, selectWaitingUses(id));
  return (
    <div className={styles.itemActions}>
      {waiting > 0 && (
        <span className={styles.waiting} role="status">
          <Clock size={16} aria-hidden /> {waiting} used, not saved yet
        </span>
      )}
      <Button onClick={() => kit.send({ type: 'item.use', id })} aria-label={`Use one ${name}`}>
        <Minus size={18} aria-hidden /> Use one
      </Button>
      <IconButton
        label={`Set quantity of ${name}`}
        disabled={waiting > 0}
        reason={UNSAVED}
        onClick={() => kit.send({ type: 'item.set', id })}
      >
        <Pencil size={18} aria-hidden />
      </IconButton>
      <NetworkIconButton
        label={`Remove ${name}`}
        disabled={waiting > 0}
        reason={UNSAVED}
        onClick={() => kit.send({ type: 'item.remove', id })}
      >
        <Trash2 size={18} aria-hidden />
      </NetworkIconButton>
    </div>
  );
}
