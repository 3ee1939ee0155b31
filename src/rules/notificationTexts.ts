/** S2 §8, "Notifications", for every failure (DECISIONS P1). Their grammar is the specification's. */
export const notificationTexts = {
  fetch: 'Failed to fetch notification.',
  read: 'Failed to update notification status.',
  readAll: 'Failed to mark all notification as read.',
  delete: 'Failed to delete notification.',
  deleteAll: 'Failed to delete all notification.',
} as const;

/**
 * What is asked before all notifications are deleted: how many, and that all go (DECISIONS N4).
 * @param count null where it could not be found out
 */
export const deleteAllQuestion = (count: number | null) =>
  `${count === null ? 'All of your notifications' : counted(count)} will be deleted, read and unread, whatever the filter shows. This cannot be undone.`;

const counted = (count: number) => (count === 1 ? 'Your 1 notification' : `All ${count} of your notifications`);
