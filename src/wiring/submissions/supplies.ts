import { fromPromise } from 'xstate';
import { kitEndpoints } from '../../contract/endpoints/kits';
import { CallFailure } from '../../contract/failure';
import type { KitUseSubmission } from '../../contract/submissions';
import { submissionMachine } from '../../machines/submissions/submission.machine';
import { isSameRequest } from '../../rules/submissions/requisition';
import { onServer } from '../../services/api/request';
import type { Gateways } from '../gateways';
import { keyed } from '../lostAnswers';
import { networkChannel, ofKind, sendBy } from './attempts';

/** The ports of a request for supplies (S2 §7, POST /api/requisitions). */
export const provideRequisition = ({ api, apiOptions }: Gateways) =>
  submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: sendBy({ apiOptions }, ({ submission }, signal, sent) => {
        const { id, content } = ofKind(submission, 'requisition');
        sent();
        return api.call(kitEndpoints.requestSupplies, {
          body: content.items.map(({ inventoryItemId, quantity }) => ({ inventoryItemId, quantity })),
          headers: keyed(id),
          signal,
        });
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const requisition = ofKind(input.submission, 'requisition');
        const mine = await api.call(kitEndpoints.myRequisitions, { signal });
        // Its time by the server's clock, as those of the server's requests are (DECISIONS 147, 370).
        const timed = { ...requisition, queuedAt: onServer(requisition.queuedAt) };
        return mine.some((one) => isSameRequest(timed, one));
      }),
    },
  });

/**
 * The ports of a use (DECISIONS K1). If the server takes uses and recognises repeats, the use itself is sent. Otherwise the kit is
 * fetched, and the remaining quantity is set, or the item is removed if nothing is left (S2 §5).
 */
export function provideKitUse({ api, apiOptions }: Gateways) {
  const takesUses = () => apiOptions.can('supplies') && apiOptions.can('idempotencyKeys');
  const quantityOf = async ({ content }: KitUseSubmission, signal: AbortSignal) => {
    const { items } = await api.call(kitEndpoints.kit, { params: { userId: content.userId }, signal });
    return items.find(({ id }) => id === content.itemId)?.quantity ?? 0;
  };
  return submissionMachine.provide({
    actors: {
      channel: networkChannel,
      send: sendBy({ apiOptions }, async ({ submission }, signal, sent) => {
        const use = ofKind(submission, 'kitUse');
        const { userId, itemId, used } = use.content;
        const params = { userId, itemId };
        if (takesUses()) {
          sent();
          return api.call(kitEndpoints.useKitItem, { params, body: { used }, headers: keyed(use.id), signal });
        }
        const quantity = (await quantityOf(use, signal)) - used;
        if (quantity < 0) throw new CallFailure('refused', 404);
        sent();
        return quantity === 0
          ? api.call(kitEndpoints.deleteKitItem, { params, signal })
          : api.call(kitEndpoints.setKitItem, { params, body: { quantity }, signal });
      }),
      // A server that recognises repeats would have answered the repeat with success, so no earlier try has arrived. With any other
      // server the quantity in the kit tells.
      verify: fromPromise(async ({ input, signal }) => {
        const use = ofKind(input.submission, 'kitUse');
        return !takesUses() && (await quantityOf(use, signal)) <= use.content.left;
      }),
    },
  });
}
