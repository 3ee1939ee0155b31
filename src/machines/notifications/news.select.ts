import type { DeviceSettings } from '../../contract/device';
import type { NewsBadge } from '../../rules/notifications/news';
import type { NewsSnapshot } from './news.machine';

// Each selector also accepts undefined, because the chart of the news starts after the first screen.

/** The badge beside the link to a path; undefined if there is no news. */
export const selectBadge =
  (path: string) =>
  (news?: NewsSnapshot): NewsBadge | undefined =>
    news?.context.badges.byPath[path];
/** Whether a chat has an unread message that mentions the member. Mentions are counted since the page was opened. */
export const selectIsMentionedIn = (key: string) => (news?: NewsSnapshot) =>
  (news?.context.counts.chats.get(key)?.mentions ?? 0) > 0;
/** The total number of news. */
export const selectTotal = (news?: NewsSnapshot) => news?.context.badges.total ?? 0;
/** Whether a new message mentions the member. */
export const selectHasMention = (news?: NewsSnapshot) => news?.context.badges.hasMention ?? false;
/** Whether a chat is muted on this device. */
export const selectIsMuted = (key: string) => (news?: NewsSnapshot) => news?.context.muted.has(key) ?? false;
export const selectSetting = (name: keyof DeviceSettings) => (news?: NewsSnapshot) =>
  news?.context.settings[name] ?? false;
/** Whether single keys are shortcuts. They are until this device's settings are read. */
export const selectHasKeys = (news?: NewsSnapshot) => news?.context.settings.keys ?? true;
/** The chart of the toasts. */
export const selectToastsActor = (news?: NewsSnapshot) => news?.children.toasts;
