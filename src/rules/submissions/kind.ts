import type { SubmissionKind, SubmissionOf } from '../../contract/submissions';

/** What an answer other than success means for a submission. */
export type Verdict =
  /** Nothing is wrong with it: it is tried again by itself. */
  | 'later'
  /** The server will not take it as it is. */
  | 'never'
  /** The server no longer has the file: it is uploaded once more. */
  | 'renew'
  /** An earlier try without an answer may have done it already. */
  | 'verify';

/** What the submission chart and the tray need to know of one kind of submission. */
export interface Kind<Name extends SubmissionKind> {
  /** The name of its lane. Submissions of one lane go out one after the other, in order. */
  laneOf(submission: SubmissionOf<Name>): string;
  /** Whether the order within the lane matters. */
  readonly isOrdered: boolean;
  /** Whether something is looked up before it goes out, which may lead to a question to the member. */
  needsCheck(submission: SubmissionOf<Name>): boolean;
  /** Whether its file goes to the server before the submission itself. */
  needsUpload(submission: SubmissionOf<Name>): boolean;
  judge(error: unknown, submission: SubmissionOf<Name>): Verdict;
  /** Whether it matters for later tries that there was one, even where the server knows repeats. */
  readonly remembersTries: boolean;
  /** The submission with its upload undone. */
  renewed(submission: SubmissionOf<Name>): SubmissionOf<Name>;
  /** How long an answer is waited for once everything is out, in milliseconds. */
  readonly answerWait: number;
  /**
   * What becomes of a try without an answer where the server does not know repeats (DECISIONS W2, W3): the server is asked whether
   * it arrived, or the member is.
   */
  readonly whenUnanswered: 'verify' | 'ask';
  /** What becomes of it when the server does not have it: it goes out again, or is shown as not sent until the member retries. */
  readonly whenMissing: 'send' | 'refuse';
  /** Why it was refused, in the specification's words. */
  failureText(error: unknown, submission: SubmissionOf<Name>): string;
  /** What the app says by itself, on whichever screen the member is; null where nothing is said. */
  sentText(submission: SubmissionOf<Name>): string | null;
  askedText(submission: SubmissionOf<Name>): string | null;
  refusedText(submission: SubmissionOf<Name>): string | null;
}
