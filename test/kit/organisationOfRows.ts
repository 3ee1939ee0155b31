import { and, asc, eq, gt } from 'drizzle-orm';
import {
  caseMembers,
  cases,
  chats,
  incidents,
  inventoryItems,
  kitItems,
  messages,
  requisitions,
  stockEvents,
  users,
} from '../../server/db/schema';
import type { IncidentModel, Organisation, RequestModel } from '../../src/machines/lifecycles/organisation';
import type { TestServer } from './server';

/** The database ids of the model's parts. */
export interface Place {
  readonly members: readonly number[];
  readonly incidents: readonly number[];
  /** The requests by the number of the member who asks; null if not sent yet. */
  readonly requests: (number | null)[];
  readonly item: number;
}

/** Reads an organisation of the model from the rows of a database, and the chats of the newest cases. */
export async function organisationOf({ db }: Pick<TestServer, 'db'>, place: Place) {
  const numberOf = (userId: number) => place.members.indexOf(userId);
  const newestChats: (number | null)[] = [];

  const members: Organisation['members'][number][] = [];
  const kits: number[] = [];
  for (const id of place.members) {
    const [row] = await db.select({ status: users.status }).from(users).where(eq(users.id, id));
    members.push(row?.status ?? 'GONE');
    const kept = await db
      .select({ quantity: kitItems.quantity })
      .from(kitItems)
      .where(and(eq(kitItems.userId, id), eq(kitItems.itemId, place.item)));
    kits.push(kept.reduce((sum, { quantity }) => sum + quantity, 0));
  }

  const found: IncidentModel[] = [];
  for (const id of place.incidents) {
    const [row] = await db.select({ status: incidents.status }).from(incidents).where(eq(incidents.id, id));
    const theirs = await db
      .select({ id: cases.id, status: cases.status, closedAt: cases.closedAt, chatId: chats.id })
      .from(cases)
      .innerJoin(chats, eq(chats.caseId, cases.id))
      .where(eq(cases.incidentId, id))
      .orderBy(asc(cases.id));
    newestChats.push(theirs.at(-1)?.chatId ?? null);
    const modelOf = async (one: (typeof theirs)[number]) => {
      const team = await db
        .select()
        .from(caseMembers)
        .where(eq(caseMembers.caseId, one.id))
        .orderBy(caseMembers.userId);
      const inChat = eq(messages.chatId, one.chatId);
      return {
        status: one.status,
        team: team.map(({ userId }) => numberOf(userId)),
        credited: team.filter(({ isCredited }) => isCredited).map(({ userId }) => numberOf(userId)),
        ways: Object.fromEntries(
          team.flatMap(({ userId, movement }) => (movement ? [[numberOf(userId), movement]] : [])),
        ),
        messages: await db.$count(messages, inChat),
        lateMessages: one.closedAt ? await db.$count(messages, and(inChat, gt(messages.sentAt, one.closedAt))) : 0,
      };
    };
    found.push({ status: row?.status ?? 'GONE', cases: await Promise.all(theirs.map(modelOf)) });
  }

  const requests: RequestModel[] = [];
  for (const [by, id] of place.requests.entries()) {
    const [row] =
      id === null
        ? []
        : await db.select({ status: requisitions.status }).from(requisitions).where(eq(requisitions.id, id));
    const ledger = id === null ? 0 : await db.$count(stockEvents, eq(stockEvents.requisitionId, id));
    requests.push({ by, status: row?.status ?? null, ledger });
  }

  const [item] = await db.select().from(inventoryItems).where(eq(inventoryItems.id, place.item));
  const came = await db
    .select({ delta: stockEvents.delta })
    .from(stockEvents)
    .where(and(eq(stockEvents.itemId, place.item), eq(stockEvents.reason, 'restock')));
  const organisation: Organisation = {
    members,
    incidents: found,
    requests,
    stock: item?.quantity ?? 0,
    delivered: came.reduce((sum, { delta }) => sum + delta, 0),
    kits,
  };
  return { organisation, newestChats };
}
