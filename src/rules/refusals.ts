/** Whether a status means that the thing does not exist for this member, so that asking again is useless. */
export const isFinal = (status: number) => status === 403 || status === 404;
