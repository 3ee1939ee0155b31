import { useSelector } from '@xstate/react';
import { Plus, Send, Trash2 } from 'lucide-react';
import {
  type CartRef,
  selectChoice,
  selectChoiceFailure,
  selectInventory,
  selectLines,
  selectRequestFailure,
} from '../../../machines/supplies/cart.machine';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { useSpoken } from '../../parts/Heard';
import { IconButton } from '../../parts/IconButton';
import { TextInput } from '../../parts/Inputs';
import { Supervised } from '../../parts/Supervised';
import { ItemChooser } from './ItemChooser';
import styles from './Kit.module.css';

/** The id of the list of what is in the cart. */
export const REQUEST_LINES = 'request-lines';

/** The cart with which a member requests supplies from the inventory (S2 §2). */
export function RequestForm({ cart }: { cart: CartRef }) {
  useSpoken(cart);
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
  const failure = useSelector(cart, selectChoiceFailure);
  return (
    <form
      className={styles.choice}
      onSubmit={(event) => {
        event.preventDefault();
        cart.send({ type: 'line.add' });
      }}
    >
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
  const failure = useSelector(cart, selectRequestFailure);
  if (lines.length === 0) return null;
  return (
    <div className={styles.cart}>
      <ul id={REQUEST_LINES} role="list" className={styles.lines} aria-label="Your request">
        {lines.map(({ inventoryItemId, name, quantity }) => {
          const id = String(inventoryItemId);
          return (
            <li key={id} className={styles.line}>
              <Field label={name}>
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
      <div className={styles.problem} role="alert">
        {failure !== null && <p>{failure}</p>}
      </div>
      <Button variant="primary" onClick={() => cart.send({ type: 'request.send' })}>
        <Send size={18} aria-hidden /> Send request
      </Button>
    </div>
  );
}
