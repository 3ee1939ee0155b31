import { useSelector } from '@xstate/react';
import { Stethoscope } from 'lucide-react';
import { unreadableIn } from '../../../contract/lists';
import {
  selectFailure,
  selectIsLoading,
  selectItems,
  type TeamKitRef,
} from '../../../machines/incidents/teamKit.machine';
import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import { EmptyState, ErrorState, LoadingState, Unreadable } from '../../parts/page/States';
import styles from './Incident.module.css';

/** The items in the kits of the team (S2 §2, §3, 'Team kit'). */
export function KitModal({ kit }: { kit: TeamKitRef }) {
  const items = useSelector(kit, selectItems);
  const unreadable = unreadableIn(items).length;
  const isLoading = useSelector(kit, selectIsLoading);
  const failure = useSelector(kit, selectFailure);
  return (
    <Modal
      title="Team Kit"
      actor={kit}
      isReadOnly
      onClose={() => kit.send({ type: 'modal.close' })}
      actions={<Button type="submit">Close</Button>}
    >
      {isLoading && <LoadingState label="Loading the kit…" />}
      {failure !== null && <ErrorState message={failure} onRetry={() => kit.send({ type: 'items.retry' })} />}
      <Unreadable count={unreadable} of={['item', 'items']} />
      {items?.length === 0 && unreadable === 0 && (
        <EmptyState icon={<Stethoscope size={32} aria-hidden />}>The team has no kit items.</EmptyState>
      )}
      {items && items.length > 0 && (
        <ul role="list" className={styles.items}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two members may carry the same item, and the list never changes.
            <li key={index} dir="auto">
              {item}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
