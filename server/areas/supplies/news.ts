import { inventoryRoles } from '../../../src/rules/roles';
import type { App } from '../app';
import type { ToTell } from '../notifications/notify';
import { tell } from '../notifications/tell';
import { tellMembers, tellRoles } from '../people/telling';

/** The areas that a transaction changed, and the members to inform. */
export interface SupplyNews {
  /** Whether stock, categories or requisitions changed, which concerns the inventory managers. */
  readonly isOfInventory?: boolean;
  /** Members whose requisitions changed. */
  readonly requesters?: readonly (number | null)[];
  /** Members whose kit changed. */
  readonly owners?: readonly number[];
  readonly toTell?: ToTell;
  /** Whether notifications may have been stored of which nobody was told (DECISIONS 391). */
  readonly mayHaveNotified?: boolean;
}

/**
 * Publishes what a transaction changed. Call it after the commit. Every change of supplies is published here. What needs no database
 * comes first, and a failure is only logged, because the change is stored: nothing may keep it from being told or make it look failed.
 */
export async function publishSupplyNews(
  app: App,
  { isOfInventory, requesters, owners, toTell, mayHaveNotified }: SupplyNews,
): Promise<void> {
  const notified = mayHaveNotified ? [{ type: 'notifications.changed' } as const] : [];
  const known = requesters?.filter((id) => id !== null) ?? [];
  tellMembers(app, known, { type: 'requisitions.changed' }, ...notified);
  tellMembers(app, owners ?? [], { type: 'kit.changed' });
  if (owners) app.tellDirectory();
  if (toTell) tell(app, toTell);
  if (isOfInventory) await tellRoles(app, inventoryRoles, { type: 'supplies.changed' }, ...notified);
}
