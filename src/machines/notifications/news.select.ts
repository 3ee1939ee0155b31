import type { DeviceSettings } from '../../contract/device';
import type { NewsBadge } from '../../rules/news';
import type { NewsSnapshot } from './news.machine';

// Each also takes news that are not there yet: their chart comes after the first screen.

/** What stands beside the link to a path; undefined where nothing is new. */
export const selectBadge =
  (path: string) =>
  (news?: NewsSnapshot): NewsBadge | undefined =>
    news?.context.told.badges[path];
/** How much is new in all. */
export const selectTotal = (news?: NewsSnapshot) => news?.context.told.total ?? 0;
/** Whether a new message mentions the member. */
export const selectHasMention = (news?: NewsSnapshot) => news?.context.told.hasMention ?? false;
/** Whether this device is silent about a chat. */
export const selectIsMuted = (key: string) => (news?: NewsSnapshot) => news?.context.muted.has(key) ?? false;
export const selectSetting = (name: keyof DeviceSettings) => (news?: NewsSnapshot) =>
  news?.context.settings[name] ?? false;
/** The toasts on the screen. */
export const selectToastsActor = (news?: NewsSnapshot) => news?.children.toasts;
