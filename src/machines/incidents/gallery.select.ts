import type { GallerySnapshot } from './gallery.machine';

/** The media by case; null until they are fetched. */
export const selectGroups = (snapshot: GallerySnapshot) =>
  snapshot.matches({ open: 'shown' }) ? snapshot.context.groups : null;
export const selectIsLoading = (snapshot: GallerySnapshot) => snapshot.matches({ open: 'loading' });
/** Why there is nothing to show, or null. */
export const selectFailure = (snapshot: GallerySnapshot) =>
  snapshot.matches({ open: 'failed' }) || snapshot.status === 'done' ? snapshot.context.failure : null;
/** The feed of the incident, while the incident may exist. */
export const selectFeed = (snapshot: GallerySnapshot) => snapshot.children.incidentFeed;
/** Whether there is no such incident, or no longer. */
export const selectIsMissing = (snapshot: GallerySnapshot) => snapshot.matches('missing');
export const selectCanRetry = (snapshot: GallerySnapshot) => snapshot.matches({ open: 'failed' });
/** Whether the confirmation of a deletion is open. */
export const selectIsConfirming = (snapshot: GallerySnapshot) =>
  snapshot.matches({ open: { shown: 'confirming' } }) || selectIsDeleting(snapshot);
export const selectIsDeleting = (snapshot: GallerySnapshot) => snapshot.matches({ open: { shown: 'deleting' } });
/** Why the last deletion failed, while its confirmation is open; otherwise null. */
export const selectDeletionFailure = (snapshot: GallerySnapshot) =>
  snapshot.matches({ open: { shown: { confirming: 'refused' } } }) ? snapshot.context.failure : null;
