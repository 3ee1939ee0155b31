import { messageOr } from '../../contract/failure';
import type { ChatAddress } from '../../contract/topics';

/** S1 §8: the file is not an image, video or audio. */
export const UNSUPPORTED_FILE = 'Unsupported file type.';

/** The browser cannot store a file that is attached to a message. */
export const UNKEPT_FILE = 'This browser cannot keep what is attached: leave this page open until it is sent.';

/** The browser cannot store what is written and attached in a form, or what is written in a chat. */
export const UNKEPT_DRAFT = 'This browser cannot keep what you enter here. It is lost if you leave before it is sent.';

/** Why there is no recording. `empty`: it was stopped before there was any sound. */
export type MicrophoneFailure = 'unsupported' | 'denied' | 'unavailable' | 'empty';

const NOTHING_RECORDED = 'Nothing was recorded. Record a little longer.';

/** S1 §8, "Microphone": the two chats have different texts. `empty` is not in the specification (DECISIONS 197). */
export const microphoneText = (chat: ChatAddress, failure: MicrophoneFailure) =>
  ({
    incident: {
      unsupported: 'Audio recording is not supported on this browser/connection.',
      denied: 'Microphone permission denied.',
      unavailable: 'Could not access microphone.',
      empty: NOTHING_RECORDED,
    },
    global: {
      unsupported: 'Audio recording not supported.',
      denied: 'Mic permission denied.',
      unavailable: 'Could not access mic.',
      empty: NOTHING_RECORDED,
    },
  })[chat.kind][failure];

/** S1 §8, "Upload": the server's message, or each chat's own default. */
export const uploadFailureText = (chat: ChatAddress, error: unknown) =>
  messageOr(error, chat.kind === 'incident' ? 'Upload failed' : 'Media upload failed');
