/** S2 §8, "Notifications", for every failure (DECISIONS P1). Their grammar is the specification's. */
export const notificationFailures = {
  fetch: 'Failed to fetch notification.',
  read: 'Failed to update notification status.',
  readAll: 'Failed to mark all notification as read.',
  delete: 'Failed to delete notification.',
  deleteAll: 'Failed to delete all notification.',
} as const;

/** What screen readers say when a change of all notifications is saved: on the screen they only look read, or are gone. */
export const doneTexts: { readonly [kind: string]: string | undefined } = {
  readAll: 'All notifications are read.',
  deleteAll: 'All notifications are deleted.',
};

/** What screen readers say when a notification without a link was pressed and leaves the list of the unread ones. */
export const MARKED_AS_READ = 'Marked as read.';

/**
 * The question before all notifications are deleted. It tells how many there are and that the filter does not matter (DECISIONS
 * N4).
 * @param count null if the number could not be fetched
 */
export const deleteAllQuestion = (count: number | null) =>
  count === 0
    ? NOTHING_TO_DELETE
    : `${count === null ? 'All of your notifications' : allOf(count)} will be deleted, read and unread, whatever the filter shows. This cannot be undone.`;

/** Said of Delete All if there is no notification. */
export const NOTHING_TO_DELETE = 'There is nothing to delete.';

const allOf = (count: number) => (count === 1 ? 'Your 1 notification' : `All ${count} of your notifications`);
