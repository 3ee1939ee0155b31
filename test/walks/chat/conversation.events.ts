import { message, messages } from '../../rules/samples';
import { file } from './samples';

export const settled = message({ id: '7' });
const picture = message({ id: '8', mediaUrl: '/media/8.jpg', mediaType: 'IMAGE' });
export const photo = file('dog.jpg', 'image/jpeg');
export const voice = file('voice-message.webm', 'audio/webm');
const refusalOf = (destination: string, clientMessageId: string | null) => ({
  type: 'refusal.arrived' as const,
  refusal: { destination, status: 409, message: 'This case is closed.', clientMessageId },
});
export const pressed = { message: settled, x: 30, y: 40 };
/** What can happen in an open conversation, whatever its state. */
export const events = {
  opened: { type: 'topic.opened' },
  lost: { type: 'topic.lost' },
  'taken off the team': { type: 'topic.refused' },
  arrived: { type: 'messages.arrived', messages: messages(1, 2) },
  cleared: { type: 'chat.cleared' },
  'a member left': { type: 'member.left', memberId: '8' },
  'part restarted': { type: 'part.restarted' },
  'receipt made': { type: 'chat.publish', action: 'read', body: { messageId: '7' } },
  'receipt failed': { type: 'receipt.failed', reason: 'There is no connection.' },
  'a message of another': { type: 'foreign.appeared', messages: [settled] },
  'an edit of another': { type: 'messages.edited', messages: [settled] },
  'original found': { type: 'original.found', messageId: '7' },
  'history opened': { type: 'history.opened', unread: '5' },
  'history refreshed': { type: 'history.refreshed', unread: '6' },
  'search stalled': { type: 'history.stalled', reason: 'The original message is no longer there.' },
  'receipt refused': refusalOf('/app/chat/5/read', null),
  'reaction refused': refusalOf('/app/chat/5/react', null),
  'something else refused': refusalOf('/app/chat/5/send', null),
  'typing refused': {
    type: 'refusal.arrived',
    refusal: { destination: '/app/chat/5/typing', status: 429, message: 'Too many.', clientMessageId: null },
  },
  'message refused': refusalOf('/app/chat/5/send', 'c1'),
  submitted: { type: 'draft.submitted', text: 'Dog near the bridge', files: [], replyTo: null },
  'submitted with two files': { type: 'draft.submitted', text: 'Two dogs', files: [photo, voice], replyTo: settled },
  'place found': { type: 'place.found', text: 'My place: 18.52040, 73.85670' },
  'lane changed': { type: 'lane.changed', messages: [] },
  'lane secured': { type: 'lane.secured' },
  'upload began': { type: 'upload.began' },
  'upload ended': { type: 'upload.ended' },
  'upload failed': { type: 'upload.failed', reason: 'Media upload failed', isRefused: false },
  'upload refused': { type: 'upload.failed', reason: 'Unsupported file type.', isRefused: true },
  'composer failed': { type: 'composer.failed', reason: 'Unsupported file type.' },
  'edit submitted': { type: 'edit.submitted', message: settled, text: 'Dog at the gate' },
  'edit failed': { type: 'revision.failed', reason: 'That time is over.', message: settled, text: 'Dog at the gate' },
  'deletion failed': { type: 'revision.failed', reason: 'That time is over.', message: settled, text: null },
  'pin failed': { type: 'pin.failed', reason: 'Only captains can pin messages.' },
  'recording began': { type: 'recording.began' },
  'recording ended': { type: 'recording.ended' },
  'picture tapped': { type: 'gesture.tapped', message: picture, onPicture: true },
  'caption tapped': { type: 'gesture.tapped', message: picture, onPicture: false },
  'long pressed': { type: 'gesture.longPressed', ...pressed },
  swiped: { type: 'gesture.swiped', ...pressed },
  'double tapped': { type: 'gesture.doubleTapped', ...pressed },
} as const;

/** The parts of a conversation that run as long as it does. */
export const parts = [
  'history',
  'receipts',
  'pin',
  'placeSharing',
  'revisions',
  'gesture',
  'viewport',
  'arrivals',
  'overlay',
  'bar',
  'announcer',
  'textCopying',
  'typing',
  'composer',
  'chatTopic',
  'viewer',
  'audio',
  'waveforms',
  'laneNews',
] as const;
export type Part = (typeof parts)[number];
