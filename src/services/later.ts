/** Something that takes orders until it is closed. */
interface Door<Order> {
  order(order: Order): void;
  close(): void;
}

/** Time before a new try to fetch code, in milliseconds. */
const RETRY_DELAY = 5_000;

/**
 * A door whose code is fetched when it is first needed. What is ordered meanwhile is carried out then, in its order, also when
 * the door was closed before. While the code does not arrive it is fetched again and again, and `refuse` is told of each order.
 */
export function later<Order>(open: () => Promise<Door<Order>>, refuse: (order: Order) => void = () => {}): Door<Order> {
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fetchDoor = () => {
    const fetched = open();
    fetched.catch((error) => {
      console.error('A part of the app could not be loaded', error);
      if (isClosed) return;
      timer = setTimeout(() => {
        opened = fetchDoor();
      }, RETRY_DELAY);
    });
    return fetched;
  };
  let opened = fetchDoor();
  return {
    order(order) {
      opened.then(
        (door) => door.order(order),
        () => refuse(order),
      );
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      opened.then(
        (door) => door.close(),
        () => {},
      );
    },
  };
}
