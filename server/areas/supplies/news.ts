import { inventoryRoles } from '../../../src/rules/roles';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import type { Told } from '../notifications/notify';
import { tell } from '../notifications/tell';
import { idsWithRole } from '../people/byRole';

/** The areas that a transaction changed, and the members to inform. */
export interface SupplyNews {
  /** Whether stock, categories or requisitions changed, which concerns the inventory managers. */
  readonly isOfInventory?: boolean;
  /** Members whose requisitions changed. */
  readonly requesters?: readonly (number | null)[];
  /** Members whose kit changed. */
  readonly owners?: readonly number[];
  readonly told?: Told;
  /** Whether notifications may have been stored of which nobody was told (DECISIONS 391). */
  readonly mayHaveNotified?: boolean;
}

/**
 * Publishes what a transaction changed. Call it after the commit. Every change of supplies is published here. What needs no database
 * comes first, and a failure is only logged, because the change is stored: nothing may keep it from being told or make it look failed.
 */
export async function publishSupplyNews(
  app: App,
  { isOfInventory, requesters, owners, told, mayHaveNotified }: SupplyNews,
): Promise<void> {
  const notified = mayHaveNotified ? [{ type: 'notifications.changed' } as const] : [];
  const tellAll = (ids: readonly (number | null)[], type: 'requisitions.changed' | 'supplies.changed') => {
    for (const id of ids) if (id !== null) for (const one of [{ type }, ...notified]) tellMember(app, id, one);
  };
  tellAll(requesters ?? [], 'requisitions.changed');
  for (const id of owners ?? []) tellMember(app, id, { type: 'kit.changed' });
  if (told) tell(app, told);
  if (!isOfInventory) return;
  const managers = await idsWithRole(app.db, inventoryRoles).catch((error) => {
    app.http.log.error({ err: error }, 'the inventory managers were not told of a change');
    return [];
  });
  tellAll(managers, 'supplies.changed');
}
