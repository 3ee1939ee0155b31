/** The sender can edit and delete a message for this time after sending it, in milliseconds (DECISIONS 164). */
const CHANGE_WINDOW = 15 * 60_000;

/** Whether a message that was sent at a time (ISO 8601) can still be edited and deleted. `now`: milliseconds since 1970. */
export const mayStillChange = (sentAt: string, now: number) => now - Date.parse(sentAt) < CHANGE_WINDOW;

/**
 * The text that replaces a deleted message, in lists and in quotes. Our server sends it as the message's text, so that every client
 * shows it.
 */
export const DELETED_TEXT = 'This message was deleted.';
