import { indu, kabir, mira } from './otherPeople';
import type { S2Call, S2Part } from './s2part';

interface Item {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number | null;
  readonly quantity: number;
  readonly unit: string;
  readonly lowStockThreshold: number;
}
interface Line {
  readonly id: number;
  readonly inventoryItemId: number;
  readonly inventoryItemName: string;
  readonly quantity: number;
}
interface Requisition {
  readonly id: number;
  readonly by: number;
  readonly status: string;
  readonly items: readonly Line[];
}
type Answer = ReturnType<S2Part>;
const done: Answer = { status: 200, body: { message: 'Done.' } };
const missing: Answer = { status: 404, body: { message: 'Not Found' } };

/** Kits, requests and the inventory of a server that knows only S2: ids are numbers, totals are set, and used-up items are removed. */
export interface S2Supplies {
  readonly part: S2Part;
  /** The calls that change something, such as 'PUT /api/first-aid-kit/583/items/1 {"quantity":2}'. */
  readonly acts: readonly string[];
  /** The number of next requests that are stored, but answered with an error. */
  losesAnswers: number;
  /** Whether each call is answered with 503. */
  isBusy: boolean;
  kit(): readonly Line[];
  items(): readonly Item[];
  /** Changes the status of a request. The app is not told. */
  handle(id: number, status: string): void;
  requests(): readonly Requisition[];
}

/** Starts with Mira's kit (gloves and one leash), a dispatched request of hers, and two pending requests of Kabir's. */
export function s2Supplies(): S2Supplies {
  const acts: string[] = [];
  let lastId = 40;
  let categories = [
    { id: 1, name: 'Dressings' },
    { id: 2, name: 'Empty' },
  ];
  let items: Item[] = [
    { id: 11, name: 'Bandage', categoryId: 1, quantity: 12, unit: 'rolls', lowStockThreshold: 5 },
    { id: 12, name: 'Gloves', categoryId: 1, quantity: 5, unit: 'pairs', lowStockThreshold: 5 },
    { id: 13, name: 'Slip leash', categoryId: null, quantity: 1, unit: 'pieces', lowStockThreshold: 0 },
  ];
  const lineOf = (itemId: number, quantity: number): Line => ({
    id: ++lastId,
    inventoryItemId: itemId,
    inventoryItemName: items.find(({ id }) => id === itemId)?.name ?? '',
    quantity,
  });
  /** The contents of Mira's kit. */
  let kit: Line[] = [lineOf(12, 2), lineOf(13, 1)];
  const requests: Requisition[] = [
    { id: 21, by: mira.id, status: 'DISPATCHED', items: [lineOf(11, 2)] },
    { id: 22, by: kabir.id, status: 'PENDING', items: [lineOf(11, 3)] },
    { id: 23, by: kabir.id, status: 'PENDING', items: [lineOf(12, 9)] },
  ];
  const names = new Map([mira, kabir, indu].map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  const shown = ({ by, ...request }: Requisition) => ({
    ...request,
    userName: names.get(by),
    requestedAt: '2026-01-05T10:00:00',
    approvedAt: null,
  });
  const change = (id: number, status: string) => {
    const place = requests.findIndex((request) => request.id === id);
    const found = requests[place];
    if (found) requests[place] = { ...found, status };
    return found ? done : missing;
  };

  /** Notes fields that S2 §7 does not have, and ids that were numbers but come back as text. */
  function check(body: unknown, fields: readonly string[], { path, noteBeyond }: S2Call): void {
    for (const [field, value] of Object.entries((body ?? {}) as object)) {
      if (!fields.includes(field)) noteBeyond(`field ${field} in ${path}`);
      if (/Id$/.test(field) && typeof value === 'string') noteBeyond(`${field} as text in ${path}`);
    }
  }

  function kits(call: S2Call): Answer {
    const [, owner, rest, itemId] = /^\/api\/first-aid-kit\/(\d+)(\/items(?:\/(\d+))?)?$/.exec(call.path) ?? [];
    if (!owner) return undefined;
    if (!rest) return { status: 200, body: { items: Number(owner) === mira.id ? kit.map(own) : [] } };
    const body = call.body as Line;
    if (!itemId) {
      check(body, ['inventoryItemId', 'quantity', 'personallyProcured'], call);
      kit.push(lineOf(body.inventoryItemId, body.quantity));
      return done;
    }
    const isIt = ({ id }: Line) => id === Number(itemId);
    if (!kit.some(isIt)) return missing;
    if (call.method === 'DELETE') kit = kit.filter((line) => !isIt(line));
    else {
      check(body, ['quantity'], call);
      // A kit item has a quantity of at least 1 (S2 §5).
      if (body.quantity < 1) return { status: 400, body: { message: 'quantity must be 1 or more' } };
      kit = kit.map((line) => (isIt(line) ? { ...line, quantity: body.quantity } : line));
    }
    return done;
  }
  const own = (line: Line) => ({ ...line, personallyProcured: true });

  function requisitions(call: S2Call): Answer {
    const { method, path, search, person } = call;
    if (path === '/api/requisitions/my-requests')
      return { status: 200, body: requests.filter(({ by }) => by === person.id).map(shown) };
    if (path === '/api/requisitions') {
      for (const line of call.body as Line[]) check(line, ['inventoryItemId', 'quantity'], call);
      const lines = (call.body as Line[]).map(({ inventoryItemId, quantity }) => lineOf(inventoryItemId, quantity));
      requests.push({ id: ++lastId, by: person.id, status: 'PENDING', items: lines });
      if (supplies.losesAnswers-- > 0) return { status: 502, body: '<html>Bad Gateway</html>' };
      return done;
    }
    const [, received] = /^\/api\/requisitions\/(\d+)\/acknowledge$/.exec(path) ?? [];
    if (received) {
      kit.push(...(requests.find(({ id }) => id === Number(received))?.items ?? []));
      return change(Number(received), 'RECEIVED');
    }
    const [, list] = /^\?status=(\w+)$/.exec(search) ?? [];
    if (method === 'GET' && path === '/api/inventory/requisitions')
      return { status: 200, body: requests.filter(({ status }) => status === list).map(shown) };
    const [, id, act] = /^\/api\/inventory\/requisitions\/(\d+)\/(approve|deny|dispatch)$/.exec(path) ?? [];
    if (!id || !act) return undefined;
    if (call.body !== null) call.noteBeyond(`body of ${path}`);
    return change(Number(id), { approve: 'APPROVED', deny: 'DENIED', dispatch: 'DISPATCHED' }[act] ?? '');
  }

  function inventory(call: S2Call): Answer {
    const { method, path, body } = call;
    const count = (wanted: string) => requests.filter(({ status }) => status === wanted).length;
    if (path === '/api/inventory/dashboard-stats') {
      const lowStockItems = items.filter(({ quantity, lowStockThreshold }) => quantity <= lowStockThreshold);
      // S2 §3 does not say whether it is a number or a list (DECISIONS K8).
      return {
        status: 200,
        body: { pendingRequisitions: count('PENDING'), readyForPickup: count('APPROVED'), lowStockItems },
      };
    }
    const [, kind, idText, usage] = /^\/api\/inventory\/(items|categories)(?:\/(\d+)(\/usage)?)?$/.exec(path) ?? [];
    const id = Number(idText);
    const made = idText ? id : ++lastId;
    if (usage) return { status: 200, body: { inUse: id === 12, userNames: id === 12 ? ['Mira Sen'] : [] } };
    if (kind === 'items') {
      const list = items.map((item) => ({
        ...item,
        categoryName: categories.find((category) => category.id === item.categoryId)?.name ?? null,
      }));
      if (method === 'GET') return { status: 200, body: list };
      if (method === 'POST' || method === 'PUT')
        check(body, ['name', 'categoryId', 'quantity', 'unit', 'lowStockThreshold'], call);
      items = items.filter((item) => item.id !== id);
      if (method !== 'DELETE') items.push({ ...(body as Item), id: made });
      return done;
    }
    if (kind !== 'categories') return undefined;
    if (method === 'GET') return { status: 200, body: categories };
    check(body, ['name'], call);
    if (method === 'DELETE' && items.some(({ categoryId }) => categoryId === id))
      return { status: 500, body: { message: 'violates foreign key constraint "fk_item_category"' } };
    categories = categories.filter((category) => category.id !== id);
    if (method !== 'DELETE') categories.push({ id: made, name: (body as { name: string }).name });
    return done;
  }

  const supplies: S2Supplies = {
    part(call) {
      if (supplies.isBusy) return { status: 503, body: { message: 'Busy.' } };
      const answer = kits(call) ?? requisitions(call) ?? inventory(call);
      if (answer && call.method !== 'GET')
        acts.push([call.method, call.path, call.body === null ? '' : JSON.stringify(call.body)].join(' ').trim());
      return answer;
    },
    acts,
    losesAnswers: 0,
    isBusy: false,
    kit: () => kit,
    items: () => items,
    requests: () => requests,
    handle: (id, status) => void change(id, status),
  };
  return supplies;
}
