/** The status for too many requests. Unlike other refusals it is worth another try later (DECISIONS 56). */
export const TOO_MANY = 429;
/** Whether the server may well take the same thing later: too many at once, or it is in trouble itself. */
export const isForLater = (status: number) => status === TOO_MANY || status >= 500;
/** How long to wait before that try, in milliseconds. */
export const RATE_LIMIT_WAIT = 2_000;

/** Whether a status means that the thing does not exist for this member, so that asking again is useless. */
export const isFinal = (status: number) => status === 403 || status === 404;
