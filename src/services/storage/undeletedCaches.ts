import { keepSetting, readSetting } from './settings';

/** The key in localStorage. It is written at once at Log Out, because the page may be closed before the database has deleted anything. */
const LEFT = 'left';

/** The ids of the members who have logged out, and whose cached answers are not deleted yet. */
export const undeletedCaches = (): readonly string[] => readSetting(LEFT)?.split(' ') ?? [];

export const keepUndeletedCaches = (userIds: readonly string[]): void => keepSetting(LEFT, userIds.join(' ') || null);
