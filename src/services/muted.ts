/** The key in localStorage of the chats that a member has muted. */
export const mutedKey = (userId: string) => `muted/${userId}`;

/** Does nothing if the browser forbids storage, because nothing is stored then. */
export function forgetMuted(userId: string): void {
  try {
    localStorage.removeItem(mutedKey(userId));
  } catch (error) {
    console.error('The browser refuses to forget a setting', error);
  }
}
