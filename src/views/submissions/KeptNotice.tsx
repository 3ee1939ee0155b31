import type { Item } from '../../rules/submissions/queue';
import { Banner } from '../parts/Banner';

/** Says that a submission waits on this device, and why. */
export function KeptNotice({ item }: { item: Item | null }) {
  return (
    <Banner tone="warn">
      {item?.keeping === 'memory' ? (
        <p>This browser cannot keep it: leave this page open until it is sent. It goes out by itself.</p>
      ) : (
        <p>It is kept on this device and goes out by itself as soon as there is a connection.</p>
      )}
      {item?.trouble && <p>{item.trouble.text}</p>}
    </Banner>
  );
}
