import { keepSetting } from './settings';

/** The key in localStorage of the chats that a member has muted. */
export const mutedKey = (userId: string) => `muted/${userId}`;

export const forgetMuted = (userId: string) => keepSetting(mutedKey(userId), null);
