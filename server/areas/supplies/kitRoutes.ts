import { kitEndpoints as calls } from '../../../src/contract/endpoints/kits';
import { SeenQuantityQuery } from '../../../src/contract/supplies';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { HttpError } from '../../http/httpError';
import { byCaller, createLimit } from '../../http/limit';
import { route } from '../../http/route';
import type { App } from '../app';
import { unknownMember } from '../people/volunteers';
import { lockMember } from '../session/callers';
import { type ChangeCall, type Changed, changeSupplies } from './change';
import { acknowledge } from './handling';
import { listItems } from './items';
import { addPersonalItem, deleteKitItem, findKit, setKitItem, useKitItem } from './kit';
import { idIn, unknownKitItem, unknownRequisition } from './refusals';
import { findRequisition, listOwn, requestSupplies } from './requisitions';

/**
 * Routes of first-aid kits and of a member's own requisitions, S2 §7. Only its owner may change a kit; all members may read it
 * (DECISIONS 33).
 */
export function kitRoutes(app: App): void {
  const { db } = app;
  const { requisitionsPerHour } = app.config.limits;

  route(app, calls.kit, ({ params }) => findKit(db, idIn(params.userId, unknownMember)));

  /** Carries out a change of the caller's own kit. */
  const own = (call: ChangeCall & { params: { userId: string } }, work: (tx: Db) => Promise<Changed>) => {
    requireOwner(call.caller, call.params.userId);
    return changeSupplies(app, call, async (tx) => {
      await lockMember(tx, call.caller.id);
      return work(tx);
    });
  };
  const owners = ({ caller }: ChangeCall) => [caller.id];
  const done = { message: 'The kit was changed.' };

  route(
    app,
    calls.addKitItem,
    (call) =>
      own(call, async (tx) => ({
        answer: await addPersonalItem(tx, call.caller.id, call.body),
        news: { owners: owners(call) },
      })),
    { status: 201 },
  );
  route(
    app,
    calls.setKitItem,
    (call) =>
      own(call, async (tx) => {
        const id = idIn(call.params.itemId, unknownKitItem);
        const toTell = await setKitItem(tx, call.caller.id, id, call.body.quantity, call.query.seen);
        return { answer: done, news: { owners: owners(call), toTell } };
      }),
    { query: SeenQuantityQuery },
  );
  route(app, calls.useKitItem, (call) =>
    own(call, async (tx) => {
      const toTell = await useKitItem(tx, call.caller.id, idIn(call.params.itemId, unknownKitItem), call.body.used);
      return { answer: done, news: { owners: owners(call), toTell } };
    }),
  );
  route(app, calls.deleteKitItem, (call) =>
    own(call, async (tx) => {
      await deleteKitItem(tx, call.caller.id, idIn(call.params.itemId, unknownKitItem));
      return { answer: done, news: { owners: owners(call) } };
    }),
  );

  route(app, calls.inventoryItems, () => listItems(db));
  route(app, calls.myRequisitions, ({ caller }) => listOwn(db, caller.id));
  route(
    app,
    calls.requestSupplies,
    (call) =>
      changeSupplies(app, call, async (tx) => {
        const { id, toTell } = await requestSupplies(tx, call.caller.id, call.body);
        return {
          answer: await findRequisition(tx, id, call.caller.id),
          news: { isOfInventory: true, requesters: owners(call), toTell },
        };
      }),
    { status: 201, limits: [createLimit(requisitionsPerHour, 'hour', byCaller).once] },
  );
  route(app, calls.acknowledgeRequisition, (call) => {
    const id = idIn(call.params.id, unknownRequisition);
    return changeSupplies(app, call, async (tx) => {
      const news = await acknowledge(tx, { id, by: call.caller });
      return { answer: await findRequisition(tx, id, call.caller.id), news };
    });
  });
}

function requireOwner({ id }: Caller, userId: string): void {
  if (String(id) !== userId) throw new HttpError(403, 'A first-aid kit can be changed by its owner alone.');
}
