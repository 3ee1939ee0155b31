import { remembering } from '../remembering';
import { itemsOf, type KitSnapshot, pendingOf, waitingUsesOf } from './kit.machine';
import { isAcknowledgeable } from './permission';
import type { SupplySubmission } from './supplyNews';

export const selectIsOwn = (snapshot: KitSnapshot) => snapshot.matches('own');
/** The data of the page; null until they are known. For the items of the own kit use `selectItems`. */
export const selectData = (snapshot: KitSnapshot) => snapshot.context.data;
/** The heading (S2 §2, DECISIONS K5). */
export function selectTitle(snapshot: KitSnapshot): string {
  if (selectIsOwn(snapshot)) return 'My First-Aid Kit';
  const firstName = snapshot.context.data?.kit.firstName;
  return firstName ? `${firstName}'s First-Aid Kit` : 'First-Aid Kit';
}
const contextOf = ({ context }: KitSnapshot) => context;
/** The items of the kit, reduced by uses that the data do not show yet. */
export const selectItems = remembering(contextOf, itemsOf);
/** The used quantity of an item that the data do not show yet. */
export const selectWaitingUses = (itemId: string) => (snapshot: KitSnapshot) => waitingUsesOf(snapshot.context, itemId);
/** The member's requests that the fetched data do not show yet. */
export const selectPendingRequests = remembering(contextOf, (context) => pendingOf(context).filter(isRequest));
/** The refused submissions, about which the member must decide. */
export const selectRefused = remembering(contextOf, ({ waiting }) =>
  waiting.filter(({ status }) => status === 'refused'),
);
/** Whether the member has said that they have no kit (DECISIONS K4). */
export const selectLacksBox = (snapshot: KitSnapshot) => snapshot.context.data?.kit.hasMedicineBox === false;
export const selectIsTakingBox = (snapshot: KitSnapshot) => snapshot.matches({ own: { call: 'takingBox' } });
/** Whether a requisition in this status can be acknowledged (S2 §4). */
export const offersReceipt = isAcknowledgeable;
/** The id of the requisition that is being acknowledged, or null. */
export const selectAcknowledged = (snapshot: KitSnapshot) => snapshot.context.acknowledged;
/** The item whose last piece would be used, while that is being confirmed; otherwise null. */
export const selectAsked = (snapshot: KitSnapshot) =>
  snapshot.matches({ own: { dialog: 'asking' } }) ? (snapshot.context.handled?.item ?? null) : null;
/** The charts of the open dialogs and of the request, or undefined. */
export const selectKitItem = (snapshot: KitSnapshot) => snapshot.children.kitItem;
export const selectPersonalItem = (snapshot: KitSnapshot) => snapshot.children.personalItem;
export const selectCart = (snapshot: KitSnapshot) => snapshot.children.cart;
/** The feed, which tells whether the data are loading, failed or stale. It always runs. */
export const selectFeed = (snapshot: KitSnapshot) => snapshot.children.feed;

const isRequest = (one: SupplySubmission) => one.kind === 'requisition';
