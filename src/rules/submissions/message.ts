import { isRetryable, messageOr, statusOf } from '../../contract/failure';
import type { MessageSubmission } from '../../contract/submissions';
import { chatKey } from '../../contract/topics';
import { withoutUploaded } from '../chat/outgoing';
import { uploadFailureText } from '../media/mediaTexts';
import type { Kind } from './kind';

/** The status with which our server refuses a message whose file it does not have. */
const BAD_REQUEST = 400;

const needsUpload = ({ content: { body, media } }: MessageSubmission) => media !== null && body.mediaUrl === null;

/** A chat message: its file is uploaded, then it is published until its echo arrives (S1 §4). */
export const messageKind: Kind<'message'> = {
  laneOf: ({ content }) => chatKey(content.chat),
  isOrdered: true,
  needsCheck: () => false,
  needsUpload,
  judge(error, submission) {
    if (isRetryable(error)) return 'later';
    const { media, body } = submission.content;
    // The server deletes a file that no message refers to after a day (DECISIONS 65).
    return statusOf(error) === BAD_REQUEST && media !== null && body.mediaUrl !== null ? 'renew' : 'never';
  },
  remembersTries: false,
  renewed: withoutUploaded,
  answerWait: 10_000,
  whenUnanswered: 'verify',
  whenMissing: 'refuse',
  failureText: (error, submission) =>
    needsUpload(submission)
      ? uploadFailureText(submission.content.chat, error)
      : messageOr(error, 'The message could not be sent.'),
  // No toasts, because the chat itself shows the state of a message.
  sentText: () => null,
  askedText: () => null,
  refusedText: () => null,
};
