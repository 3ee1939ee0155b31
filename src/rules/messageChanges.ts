/** How long after it was sent a message can be changed by its sender, in milliseconds (DECISIONS 164). */
const CHANGE_WINDOW = 15 * 60_000;

/** Whether a message that was sent at a time (ISO 8601) can still be edited and deleted. `now`: milliseconds since 1970. */
export const mayStillChange = (sentAt: string, now: number) => now - Date.parse(sentAt) < CHANGE_WINDOW;

/** What a deleted message says in its place, in lists and in quotes. Our server sends it as its text, so that every client shows it. */
export const DELETED_TEXT = 'This message was deleted.';
