import { createPortal } from 'react-dom';
import type { InventoryItem, Requisition } from '../../../contract/supplies';
import { pickLines } from '../../../rules/supplies/inventory';
import { amountText } from '../../../rules/supplies/kit';
import { dateTimeText } from '../../../rules/timeTexts';
import styles from './PickList.module.css';

interface PickListProps {
  approved: readonly Requisition[];
  itemsById: ReadonlyMap<string, InventoryItem>;
  nameOf: (requisition: Requisition) => string;
}

/** The items to pick for all requests that are ready for dispatch. It is visible only in print, where the rest of the page is hidden. */
export function PickList({ approved, itemsById, nameOf }: PickListProps) {
  return createPortal(
    <main className={styles.paper} data-testid="pick-list">
      <h1>Pick List</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Take</th>
            <th scope="col">In stock</th>
            <th scope="col">Picked</th>
          </tr>
        </thead>
        <tbody>
          {pickLines(approved, itemsById).map(({ key, name, unit, quantity, stock }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{amountText({ quantity, unit })}</td>
              <td>{stock ?? '–'}</td>
              <td>☐</td>
            </tr>
          ))}
        </tbody>
      </table>
      {approved.map((requisition) => (
        <section key={requisition.id}>
          <h2>{nameOf(requisition)}</h2>
          <p>Requested {dateTimeText(requisition.requestedAt)}</p>
          <ul>
            {requisition.items.map((item, index) => (
              <li key={item.id ?? index}>
                ☐ {item.inventoryItemName} × {item.quantity}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>,
    document.body,
  );
}
