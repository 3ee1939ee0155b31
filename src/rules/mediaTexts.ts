import { messageOr } from '../contract/failure';
import type { ChatAddress } from '../contract/topics';

/** S1 §8: the file is not an image, video or audio. */
export const UNSUPPORTED_FILE = 'Unsupported file type.';

/** The browser cannot store a file that is attached to a message. */
export const UNKEPT_FILE = 'This browser cannot keep what is attached: leave this page open until it is sent.';

/** Why the microphone could not be used. */
export type MicrophoneFailure = 'unsupported' | 'denied' | 'unavailable';

/** S1 §8, "Microphone": the two chats have different texts. */
export const microphoneText = (chat: ChatAddress, failure: MicrophoneFailure) =>
  ({
    incident: {
      unsupported: 'Audio recording is not supported on this browser/connection.',
      denied: 'Microphone permission denied.',
      unavailable: 'Could not access microphone.',
    },
    global: {
      unsupported: 'Audio recording not supported.',
      denied: 'Mic permission denied.',
      unavailable: 'Could not access mic.',
    },
  })[chat.kind][failure];

/** S1 §8, "Upload": the server's message, or each chat's own default. */
export const uploadFailureText = (chat: ChatAddress, error: unknown) =>
  messageOr(error, chat.kind === 'incident' ? 'Upload failed' : 'Media upload failed');
