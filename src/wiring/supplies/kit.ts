import type { EventObject } from 'xstate';
import { draftKeys, RequisitionDraft } from '../../contract/drafts';
import { kitEndpoints } from '../../contract/endpoints/kits';
import { sessionEndpoints } from '../../contract/endpoints/session';
import { volunteerEndpoints } from '../../contract/endpoints/volunteers';
import { CallFailure } from '../../contract/failure';
import { isAbsentFrom } from '../../contract/lists';
import { CachedKit, type Kit, quantityChangedText } from '../../contract/supplies';
import { feedOf } from '../../machines/feed.machine';
import { successNotice } from '../../machines/session/notices.machine';
import { fromStream } from '../../machines/supervision';
import { cartMachine } from '../../machines/supplies/cart.machine';
import { kitMachine } from '../../machines/supplies/kit.machine';
import { kitItemMachine } from '../../machines/supplies/kitItem.machine';
import { isAcknowledgeable } from '../../machines/supplies/permission';
import { personalItemMachine } from '../../machines/supplies/personalItem.machine';
import type { CartDraftCommand, KitData, KitQuery } from '../../machines/supplies/ports.kit';
import { kitFailures } from '../../rules/supplies/kitFailures';
import { kitTexts } from '../../rules/supplies/kitTexts';
import { watchPageReturns } from '../../services/device/page';
import { openSharedDraft } from '../../services/drafts/draftOfAllTabs';
import { cachedFeed, cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { evenIfLeft } from '../evenIfLeft';
import { askingEveryMinute, type Gateways, leaveBoth, newsFor, stopAfterLogOut } from '../gateways';
import { keyed, orMade } from '../lostAnswers';
import { saveSetting } from '../people/saveSetting';

export { KitScreen } from '../../views/supplies/kit/KitScreen';

/**
 * Fetches all data of a kit's page. If one call fails, the whole fetch fails (S2 §8, "Kit"). The member's own kit is stored for use
 * without a network.
 */
const cachedKit = (gateways: Gateways) => {
  const { api } = gateways;
  /** Adds what other servers do not send with a kit: whether its owner has a medicine box, or the owner's name. */
  const completed = async (kit: Kit, { ownerId, isOwn }: KitQuery, signal: AbortSignal): Promise<Kit> => {
    if (isOwn) {
      if (kit.hasMedicineBox !== null) return kit;
      const { hasMedicineBox } = await api.call(sessionEndpoints.profile, { signal });
      return { ...kit, hasMedicineBox };
    }
    if (kit.firstName) return kit;
    const owner = api.call(volunteerEndpoints.volunteer, { params: { id: ownerId }, signal });
    // The owner's name is optional: without it the kit is still shown.
    return { ...kit, firstName: await owner.then(({ firstName }) => firstName).catch(() => '') };
  };
  const ask = async (input: KitQuery, signal: AbortSignal): Promise<KitData> => {
    const { ownerId, isOwn } = input;
    const kit = async () =>
      completed(await api.call(kitEndpoints.kit, { params: { userId: ownerId }, signal }), input, signal);
    if (!isOwn) return { kit: await kit(), inventory: [], requests: [] };
    const [ownKit, inventory, requests] = await Promise.all([
      kit(),
      api.call(kitEndpoints.inventoryItems, { signal }),
      api.call(kitEndpoints.myRequisitions, { signal }),
    ]);
    return { kit: ownKit, inventory, requests };
  };
  return cachedFeed<KitData, KitQuery>(
    cacheOf(gateways, CachedKit),
    ({ isOwn }) => (isOwn ? cacheKeys.kit : null),
    ask,
  );
};

/** The dialogs that set the quantity of an item, or remove it. */
function provideKitItem(gateways: Gateways) {
  const { api, apiOptions } = gateways;
  const itemsOf = async (userId: string, signal?: AbortSignal) =>
    (await api.call(kitEndpoints.kit, { params: { userId }, ...(signal && { signal }) })).items;
  /** Does for a server that does not compare quantities what ours does with `?seen=` (DECISIONS K1). */
  const refuseIfChanged = async (userId: string, itemId: string, seen: number) => {
    if (apiOptions.can('supplies')) return;
    const mayGoOn = stopAfterLogOut(gateways);
    const present = (await itemsOf(userId)).find(({ id }) => id === itemId);
    mayGoOn();
    if (present && present.quantity !== seen)
      throw new CallFailure('refused', 409, quantityChangedText(present.quantity));
  };
  return kitItemMachine.provide({
    actors: {
      setKitItem: evenIfLeft(gateways, ({ userId, itemId, name, quantity, seen }) => ({
        name,
        call: () =>
          orMade(
            gateways,
            async () => {
              await refuseIfChanged(userId, itemId, seen);
              return api.call(kitEndpoints.setKitItem, {
                params: { userId, itemId },
                query: { seen },
                body: { quantity },
              });
            },
            async (signal) =>
              (await itemsOf(userId, signal)).some((item) => item.id === itemId && item.quantity === quantity),
          ),
        doneNotice: () => successNotice(kitTexts.updated),
        failureText: kitFailures.notUpdated,
      })),
      removeKitItem: evenIfLeft(gateways, ({ userId, itemId, name }) => ({
        name,
        call: () =>
          orMade(
            gateways,
            () => api.call(kitEndpoints.deleteKitItem, { params: { userId, itemId } }),
            async (signal) => isAbsentFrom(await itemsOf(userId, signal), ({ id }) => id === itemId),
          ),
        doneNotice: () => successNotice(kitTexts.removed),
        failureText: kitFailures.notRemoved,
      })),
    },
  });
}

/** The dialog that adds a personal item. */
const providePersonalItem = (gateways: Gateways) =>
  personalItemMachine.provide({
    actors: {
      addPersonalItem: evenIfLeft(gateways, ({ userId, inventoryItemId, name, quantity, key }) => ({
        name,
        call: () =>
          gateways.api.call(kitEndpoints.addKitItem, {
            params: { userId },
            headers: keyed(key),
            body: { inventoryItemId, quantity, personallyProcured: true },
          }),
        doneNotice: () => successNotice(kitTexts.added),
        failureText: kitFailures.notAdded,
      })),
    },
  });

/** The request for supplies. */
const provideCart = () =>
  cartMachine.provide({
    actors: {
      draftStore: fromStream<CartDraftCommand, { userId: string }>(({ input: { userId }, sendBack, receive }) => {
        const store = openSharedDraft({
          userId,
          key: draftKeys.requisition,
          schema: RequisitionDraft,
          restored: (draft) => sendBack({ type: 'draft.restored', draft }),
          changed: (draft) => sendBack({ type: 'draft.changed', draft }),
        });
        receive(({ draft }) => store.save(draft));
        return store.close;
      }),
    },
  });

/** The page of a first-aid kit with its ports and those of its child charts. */
export function provideKit(gateways: Gateways) {
  const { api, realtime } = gateways;
  const { fetchData, readCache } = cachedKit(gateways);
  return kitMachine.provide({
    actors: {
      acknowledge: evenIfLeft(gateways, ({ id }) => ({
        call: () =>
          orMade(
            gateways,
            () => api.call(kitEndpoints.acknowledgeRequisition, { params: { id } }),
            async (signal) => {
              const requests = await api.call(kitEndpoints.myRequisitions, { signal });
              return isAbsentFrom(requests, (one) => one.id === id && isAcknowledgeable(one.status));
            },
          ),
        failureText: kitFailures.notAcknowledged,
      })),
      cart: provideCart(),
      feed: feedOf<KitData, KitQuery>(
        fetchData,
        // Only inventory managers are told of new items that can be requested.
        fromStream<EventObject, KitQuery>(({ input: { isOwn }, sendBack }) =>
          leaveBoth(
            realtime.watchMemberNews(
              gateways.userId() ?? '',
              isOwn ? ['kit.changed', 'requisitions.changed', 'profile.changed'] : ['volunteers.changed'],
              newsFor(sendBack),
            ),
            watchPageReturns(() => sendBack({ type: 'feed.changed' })),
          ),
        ),
        readCache,
      ).provide(askingEveryMinute),
      kitItem: provideKitItem(gateways),
      personalItem: providePersonalItem(gateways),
      takeBox: evenIfLeft(gateways, () => ({
        call: () => saveSetting(gateways, { setting: 'medicineBox', value: true }),
        failureText: () => kitTexts.noBox,
      })),
    },
  });
}
