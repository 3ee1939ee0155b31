/** Whether a status means that the member cannot have the chat, so that asking again is useless. */
export const isFinal = (status: number) => status === 403 || status === 404;
