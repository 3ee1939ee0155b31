import type { ConversationSnapshot } from './conversation.machine';

type Children = ConversationSnapshot['children'];

/** A part of the conversation that lives exactly as long as it does. */
function child<Name extends keyof Children>(
  { children }: ConversationSnapshot,
  name: Name,
): NonNullable<Children[Name]> {
  const ref = children[name];
  if (!ref) throw new Error(`a conversation always has its ${name}`);
  return ref;
}
export const selectHistory = (snapshot: ConversationSnapshot) => child(snapshot, 'history');
export const selectViewport = (snapshot: ConversationSnapshot) => child(snapshot, 'viewport');
export const selectComposer = (snapshot: ConversationSnapshot) => child(snapshot, 'composer');
export const selectOverlay = (snapshot: ConversationSnapshot) => child(snapshot, 'overlay');
export const selectGesture = (snapshot: ConversationSnapshot) => child(snapshot, 'gesture');
export const selectMedia = (snapshot: ConversationSnapshot) => child(snapshot, 'media');
export const selectBar = (snapshot: ConversationSnapshot) => child(snapshot, 'bar');

/** The name of an incident chat; null while it is not known, and for the global chat, which has a fixed title. */
export const selectGroupName = (snapshot: ConversationSnapshot) => snapshot.context.group?.name ?? null;
/** The incident behind the chat; the info button is available only when there is one. S1 §2 */
export const selectIncidentId = (snapshot: ConversationSnapshot) => snapshot.context.group?.purposeId ?? null;
export const selectIsFound = (snapshot: ConversationSnapshot) => snapshot.matches('found');
/** Why the chat cannot be shown, or null. */
export const selectRoomFailure = (snapshot: ConversationSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
export const selectReplyTo = (snapshot: ConversationSnapshot) => snapshot.context.replyTo;
