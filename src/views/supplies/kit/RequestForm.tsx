import { useSelector } from '@xstate/react';
import { Plus, Send, Trash2 } from 'lucide-react';
import { flushSync } from 'react-dom';
import {
  type CartRef,
  selectChoice,
  selectFailure,
  selectInventory,
  selectLines,
} from '../../../machines/supplies/cart.machine';
import { problemIn } from '../../../rules/supplies/kit';
import { Button } from '../../parts/buttons/Button';
import { IconButton } from '../../parts/buttons/IconButton';
import { Field } from '../../parts/forms/Field';
import { TextInput } from '../../parts/forms/Inputs';
import { focusFirstInvalid, submitBy } from '../../parts/forms/submitBy';
import { useAnnounced } from '../../parts/LiveRegion';
import { Supervised } from '../../parts/Supervised';
import { ItemChooser } from './ItemChooser';
import styles from './Kit.module.css';

/** The id of the list of what is in the cart. */
export const REQUEST_LINES = 'request-lines';

/** The cart with which a member requests supplies from the inventory (S2 §2). */
export function RequestForm({ cart }: { cart: CartRef }) {
  useAnnounced(cart);
  return (
    <section className={styles.section} aria-labelledby="request-supplies">
      <h2 id="request-supplies">Request supplies</h2>
      <Supervised actor={cart}>
        <Choice cart={cart} />
        <Lines cart={cart} />
      </Supervised>
    </section>
  );
}

function Choice({ cart }: { cart: CartRef }) {
  const inventory = useSelector(cart, selectInventory);
  const choice = useSelector(cart, selectChoice);
  const failure = useSelector(cart, selectFailure);
  return (
    <form className={styles.choice} onSubmit={submitBy(() => cart.send({ type: 'line.add' }))}>
      <ItemChooser
        inventory={inventory}
        choice={choice}
        failure={failure}
        onChange={(change) => cart.send({ type: 'choice.change', change })}
      />
      <Button type="submit">
        <Plus size={18} aria-hidden /> Add to request
      </Button>
    </form>
  );
}

function Lines({ cart }: { cart: CartRef }) {
  const lines = useSelector(cart, selectLines);
  const inventory = useSelector(cart, selectInventory);
  const failure = useSelector(cart, selectFailure);
  if (lines.length === 0) return null;
  const send = () => {
    flushSync(() => cart.send({ type: 'request.send' }));
    focusFirstInvalid(document.getElementById(REQUEST_LINES)?.closest('section') ?? null);
  };
  return (
    <div className={styles.cart}>
      <ul id={REQUEST_LINES} role="list" className={styles.lines} aria-label="Your request">
        {lines.map(({ inventoryItemId, name, quantity }) => {
          const id = String(inventoryItemId);
          return (
            <li key={id} className={styles.line}>
              <Field
                label={name}
                hint={inventory.find((item) => item.id === id)?.unit || undefined}
                error={problemIn(failure, `line ${id}`)}
              >
                <TextInput
                  inputMode="numeric"
                  value={quantity}
                  onChange={(event) => cart.send({ type: 'line.change', id, quantity: event.target.value })}
                />
              </Field>
              <IconButton
                label={`Take ${name} out of the request`}
                onClick={() => cart.send({ type: 'line.remove', id })}
              >
                <Trash2 size={18} aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <Button variant="primary" onClick={send}>
        <Send size={18} aria-hidden /> Send request
      </Button>
    </div>
  );
}
