/** How a call to the API can fail. */
type CallFailureKind =
  /** No answer: no network, server down, or the call was cut off. */
  | 'network'
  /** The server answered with a status outside 2xx. */
  | 'refused'
  /** The server answered 2xx with a body that does not match the contract. */
  | 'unreadable';

/** Every call to the API rejects with this, so that each chart can choose its text from the error catalogue (S1 §8, S2 §8). */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  constructor(
    readonly kind: CallFailureKind,
    /** The HTTP status, or 0 if there was no answer. */
    readonly status: number,
    /** The server's words in the answer's body, or null. */
    readonly serverMessage: string | null = null,
  ) {
    super(serverMessage ?? `${kind}${status ? ` (${status})` : ''}`);
  }
}

/** Whether the call got no answer at all. */
export const isNetworkFailure = (error: unknown) => error instanceof CallFailure && error.kind === 'network';

/** Whether the answer does not match the contract. */
export const isUnreadable = (error: unknown) => error instanceof CallFailure && error.kind === 'unreadable';

/** The server's message if it sent one, else the catalogue's default. */
export const messageOr = (error: unknown, fallback: string) =>
  (error instanceof CallFailure && error.serverMessage) || fallback;

/** The HTTP status of a refused call, or 0. */
export const statusOf = (error: unknown) => (error instanceof CallFailure ? error.status : 0);

/** Statuses below 500 for temporary failures: session ended, time-out, too early, too many requests. */
const RETRYABLE = [401, 408, 425, 429];

/** Whether a status outside 2xx means a temporary failure and not a refusal. */
export const isRetryableStatus = (status: number) => status >= 500 || RETRYABLE.includes(status);

/**
 * Whether a failed call may succeed when it is repeated unchanged: there was no answer, or the failure is temporary. An error of the
 * server (5xx) is never a refusal, however long it lasts (DECISIONS 62).
 */
export const isRetryable = (error: unknown) =>
  isNetworkFailure(error) ||
  (error instanceof CallFailure && error.kind === 'refused' && isRetryableStatus(error.status));

/**
 * Whether the server has not decided about a failed call, which may have been carried out all the same: no answer came, none that can be
 * read, or an error of the server or of a proxy (5xx), which is never a refusal.
 */
export const mayBeMade = (error: unknown) => isNetworkFailure(error) || isUnreadable(error) || statusOf(error) >= 500;

/**
 * Whether the server says that the caller cannot have something (any more). A status without the server's own message may come from
 * something on the way, for example the login page of a public network.
 */
export const isWithdrawn = (error: unknown) =>
  error instanceof CallFailure &&
  error.kind === 'refused' &&
  error.serverMessage !== null &&
  [403, 404, 410].includes(error.status);

/** Whether a status means that the member cannot have the chat, so that asking again is useless. */
export const isFinal = (status: number) => status === 403 || status === 404;
