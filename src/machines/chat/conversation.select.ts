import type { ConversationSnapshot } from './conversation.machine';

type Children = ConversationSnapshot['children'];

/** A child chart that runs as long as the conversation. */
function child<Name extends keyof Children>(
  { children }: ConversationSnapshot,
  name: Name,
): NonNullable<Children[Name]> {
  const ref = children[name];
  if (!ref) throw new Error(`a conversation always has its ${name}`);
  return ref;
}

/** The child charts that views read and talk to. They stay the same until the conversation itself restarts after a failure. */
export const selectParts = (snapshot: ConversationSnapshot) => ({
  announcer: child(snapshot, 'announcer'),
  arrivals: child(snapshot, 'arrivals'),
  audio: child(snapshot, 'audio'),
  bar: child(snapshot, 'bar'),
  composer: child(snapshot, 'composer'),
  gesture: child(snapshot, 'gesture'),
  history: child(snapshot, 'history'),
  overlay: child(snapshot, 'overlay'),
  pin: child(snapshot, 'pin'),
  placeSharing: child(snapshot, 'placeSharing'),
  receipts: child(snapshot, 'receipts'),
  revisions: child(snapshot, 'revisions'),
  textCopying: child(snapshot, 'textCopying'),
  typing: child(snapshot, 'typing'),
  viewer: child(snapshot, 'viewer'),
  viewport: child(snapshot, 'viewport'),
  waveforms: child(snapshot, 'waveforms'),
});

/** The name of an incident chat; null while it is not known, and for the global chat, which has a fixed title. */
export const selectGroupName = (snapshot: ConversationSnapshot) => snapshot.context.group?.name ?? null;
/** The incident behind the chat; the info button is available only when there is one. S1 §2 */
export const selectIncidentId = (snapshot: ConversationSnapshot) => snapshot.context.group?.purposeId ?? null;
/** The incident's facts for the header, or null. */
export const selectGroupIncident = (snapshot: ConversationSnapshot) => snapshot.context.group?.incident ?? null;
/** Whether its case is completed, so that the chat can only be read. */
export const selectIsDone = (snapshot: ConversationSnapshot) => snapshot.context.group?.isClosed === true;
export const selectIsFound = (snapshot: ConversationSnapshot) => snapshot.hasTag('found');
/** Why the chat cannot be shown, or null. */
export const selectChatFailure = (snapshot: ConversationSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;

/**
 * Whether it is a case's chat. Only there the menu lists the readers of a message (the global chat has too many), and only there
 * each message shows its own time on a desktop, because the chat is the log of the case.
 */
export const selectIsCase = ({ context }: ConversationSnapshot) => context.chat.kind === 'incident';
