/** How a server refuses what comes too fast: worth another try after a while, unlike every other refusal (DECISIONS 56). */
export const TOO_MANY = 429;
/** How long that while is, in milliseconds. */
export const RATE_LIMIT_WAIT = 2_000;

/** Whether a status says that there is no such thing for this member: asking again changes nothing. */
export const isFinal = (status: number) => status === 403 || status === 404;
