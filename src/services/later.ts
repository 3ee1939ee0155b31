/** Something that takes orders until it is closed. */
interface Door<Order> {
  order(order: Order): void;
  close(): void;
}

/**
 * A door whose code is fetched when it is first needed. What is ordered meanwhile is carried out then, in its order, also when
 * the door was closed before; where the code does not arrive, `refuse` is told of each order.
 */
export function later<Order>(open: () => Promise<Door<Order>>, refuse: (order: Order) => void = () => {}): Door<Order> {
  const opened = open();
  opened.catch((error) => console.error('A part of the app could not be loaded', error));
  return {
    order(order) {
      opened.then(
        (door) => door.order(order),
        () => refuse(order),
      );
    },
    close() {
      opened.then(
        (door) => door.close(),
        () => {},
      );
    },
  };
}
