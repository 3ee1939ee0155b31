import type { Message } from '../../contract/chats';
import { isNetworkFailure, isUnreadable, messageOr, statusOf } from '../../contract/failure';
import type { ChatAddress } from '../../contract/topics';
import { UNREACHABLE } from '../failureTexts';
import { coordinatesText, type Place } from '../incidents/incidents';
import { accuracyText } from '../incidents/locationTexts';
import { snippetOf } from './messages';

/** S1 §8, "Chat window". */
export const NOT_A_PARTICIPANT = 'Chat group not found or you are not a participant.';

/** What an incident's chat is called. A server may send no name for it. */
export const incidentChatName = (name: string | null) => name || 'Incident Chat';

/** Why the chat's entry could not be fetched. S1 §8 has no text for a lost network here, so this uses the catalogue's usual one. */
export const groupFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : `Fetch groups failed (Status: ${statusOf(error)})`;

/** Why messages could not be fetched. S1 §8 has different texts for the two chats. */
export function historyFailureText(chat: ChatAddress, error: unknown): string {
  if (chat.kind === 'incident') {
    return isNetworkFailure(error) ? UNREACHABLE : `Fetch messages failed (Status: ${statusOf(error)})`;
  }
  // The status of an unreadable answer is not shown, because it is not the cause.
  const status = isUnreadable(error) ? 0 : statusOf(error);
  return messageOr(error, status ? `Failed to fetch messages (Status: ${status})` : 'Could not load chat.');
}

/** S1 §8, "Chat list". */
export const chatListTexts = {
  loading: 'Loading Your Chats...',
  forbidden: 'You are not authorized to view this page. Logging out.',
  refused: 'Failed to fetch chat groups.',
  unreachable: 'Could not connect to server.',
} as const;
/** Why the chat list could not be fetched. */
export const chatListFailureText = (error: unknown) =>
  isNetworkFailure(error) ? chatListTexts.unreachable : chatListTexts.refused;

/**
 * The message that says where a member is (DECISIONS 166). Its coordinates are a link, as everywhere in messages.
 * @param accuracy the radius in metres that contains the device with a probability of 95 %
 */
export const myPlaceText = ({ accuracy, ...place }: Place & { readonly accuracy?: number }) =>
  `My place: ${coordinatesText(place)}${accuracy === undefined ? '' : `, exact to about ${accuracyText(accuracy)}`}`;

/**
 * The words after the names of those who are typing. If there are more than two, the names are left out. Names are separate, because a
 * view shows each of them in its own direction of writing.
 */
export function typingWords(count: number): string {
  if (count === 1) return 'is typing…';
  if (count === 2) return 'are typing…';
  return `${count === 3 ? 'Three' : 'Many'} people are typing…`;
}

/** How many messages that come together are announced in full. */
const READ_OUT = 3;

/** What screen readers announce of new messages of others that have come together: their words, or their number if they are many. */
export const announcementOf = (messages: readonly Message[]) =>
  messages.length > READ_OUT
    ? `${messages.length} new messages`
    : messages.map((message) => `${message.sender.firstName}: ${snippetOf(message)}`).join('\n');

/** Shown for a moment after 'Copy text' of a message. */
export const copyTexts = { copied: 'Copied!', failed: 'The text could not be copied.' } as const;

/** Says that an edit or deletion has failed. For a member who has already left the chat. */
export const revisionFailureAfterLeaving = (error: unknown) => messageOr(error, 'The message could not be changed.');
/** Why an own message could not be edited or deleted. */
export const revisionFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : revisionFailureAfterLeaving(error);

/** Says that pinning or unpinning has failed. For a captain who has already left the chat. */
export const pinFailureAfterLeaving = (error: unknown) => messageOr(error, 'The pinned message could not be changed.');
/** Why a message could not be pinned or unpinned. */
export const pinFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : pinFailureAfterLeaving(error);

export const LOADING_VERSIONS = 'Loading earlier versions…';
/** Why the earlier versions of a message could not be fetched. */
export const versionsFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : messageOr(error, 'Failed to fetch earlier versions.');

/** Why something in the input bar cannot be done yet. It is shown if somebody presses its button. */
export const blockedTexts = {
  editing: 'Save or cancel the edit first.',
  recording: 'Stop or cancel the recording first.',
  finishing: 'The recording is being finished.',
  reviewing: 'Send or discard the recording first.',
  recorderDown: 'Recording has stopped working.',
  uploading: 'It can be sent when the upload before it has ended.',
  preparing: 'The attached photo is still being made smaller.',
  empty: 'Write or attach something first.',
  emptyEdit: 'Write something first.',
} as const;
