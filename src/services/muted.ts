/** The name under which the browser keeps which chats a member has muted. */
export const mutedKey = (userId: string) => `muted/${userId}`;

/** Where the browser forbids storage, nothing is kept either. */
export function forgetMuted(userId: string): void {
  try {
    localStorage.removeItem(mutedKey(userId));
  } catch (error) {
    console.error('The browser refuses to forget a setting', error);
  }
}
