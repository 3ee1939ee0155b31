import type { OutgoingReport } from '../rules/reports';
import { database } from './database';

/** All waiting reports. Sent after each order (`settled` names its report) and after another tab has changed the store. */
interface StoreNews {
  readonly type: 'store.read';
  readonly reports: readonly OutgoingReport[];
  /** The ids of reports that are kept in memory only. */
  readonly unkept: readonly string[];
  readonly settled: string | null;
}

type StoreOrder =
  | { type: 'store.put'; report: OutgoingReport; isDrafted?: boolean }
  | { type: 'store.remove'; id: string };

/**
 * The keys of a report's draft, beside those of the chats. The photos have a key of their own, so that they are not written at
 * each letter; the third holds the report as which the draft was submitted.
 */
export const reportDrafts = { text: 'report', photos: 'report/photos', tried: 'report/tried' } as const;

/** The keys of one member's reports. */
const rangeOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

/**
 * The waiting reports of one member, on disk, shared by all tabs. Orders are carried out one after the other. A report that the
 * browser cannot store is kept in memory; one that it cannot delete is hidden.
 */
export function openReportStore(
  userId: string,
  say: (news: StoreNews) => void,
): { order(order: StoreOrder): void; close(): void } {
  const channel = new BroadcastChannel(`saathi.reports.${userId}`);
  const unkept = new Map<string, OutgoingReport>();
  const gone = new Set<string>();
  let isOpen = true;
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    work = work.then(task);
  };

  const kept = async (): Promise<OutgoingReport[]> => {
    try {
      const rows = await (await database()).getAll('reports', rangeOf(userId));
      return rows.map(({ report }) => report).filter(({ id }) => !gone.has(id) && !unkept.has(id));
    } catch (error) {
      console.error('The waiting reports of this browser cannot be read', error);
      return [];
    }
  };
  const read = async (settled: string | null) => {
    const reports = [...(await kept()), ...unkept.values()].sort((a, b) => a.queuedAt - b.queuedAt);
    if (isOpen) say({ type: 'store.read', reports, unkept: [...unkept.keys()], settled });
  };
  const put = async (report: OutgoingReport, isDrafted: boolean) => {
    try {
      const transaction = (await database()).transaction(['reports', 'drafts'], 'readwrite', { durability: 'strict' });
      const drafts = isDrafted ? Object.values(reportDrafts) : [];
      await Promise.all([
        transaction.objectStore('reports').put({ userId, id: report.id, report }),
        ...drafts.map((draft) => transaction.objectStore('drafts').delete([userId, draft])),
        transaction.done,
      ]);
      unkept.delete(report.id);
    } catch (error) {
      console.error('This browser cannot keep a report', error);
      unkept.set(report.id, report);
    }
    gone.delete(report.id);
  };
  const remove = async (id: string) => {
    unkept.delete(id);
    try {
      await (await database()).delete('reports', [userId, id]);
    } catch (error) {
      console.error('A report cannot be taken from this browser', error);
      gone.add(id);
    }
  };
  const carryOut = async (order: StoreOrder) => {
    if (order.type === 'store.put') await put(order.report, order.isDrafted ?? false);
    else await remove(order.id);
    channel.postMessage(null);
    await read(order.type === 'store.put' ? order.report.id : order.id);
  };

  channel.onmessage = () => inTurn(() => read(null));
  inTurn(() => read(null));
  return {
    order: (order) => inTurn(() => carryOut(order)),
    close() {
      isOpen = false;
      channel.onmessage = null;
      // After the last orders, which still notify the other tabs.
      inTurn(async () => channel.close());
    },
  };
}
