import type { NoticesSnapshot } from './notices.machine';

/** What is on the screen now, the oldest first. */
export const selectNotices = (snapshot: NoticesSnapshot) => snapshot.context.notices;
