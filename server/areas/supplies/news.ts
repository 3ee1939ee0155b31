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
}

/** Publishes what a transaction changed. Call it after the commit. Every change of supplies is published here. */
export async function publishSupplyNews(
  app: App,
  { isOfInventory, requesters, owners, told }: SupplyNews,
): Promise<void> {
  if (isOfInventory)
    for (const id of await idsWithRole(app.db, inventoryRoles)) tellMember(app, id, { type: 'supplies.changed' });
  for (const id of requesters ?? []) if (id !== null) tellMember(app, id, { type: 'requisitions.changed' });
  for (const id of owners ?? []) tellMember(app, id, { type: 'kit.changed' });
  if (told) tell(app, told);
}
