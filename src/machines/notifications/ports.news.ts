import type { DeviceSettings } from '../../contract/device';
import type { Counts, FetchedNews, NewsPart } from '../../rules/notifications/news';
import { call, stream } from '../ports';

/** Fetches the requested parts of the news. A part that cannot be fetched is absent and named in `failed`. */
export const fetchNews = call<FetchedNews, { readonly parts: readonly NewsPart[]; readonly mayReuse: boolean }>(
  'fetchNews',
);

/** The page shows the notification with this id, so that a push message about it need not be shown. */
export type MemberTopicCommand = { type: 'notification.told'; id: string };
/** The member's personal topic. Sends `news.heard` with each piece of news, and `topic.joined` whenever the topic opens. */
export const memberTopic = stream<MemberTopicCommand, { readonly userId: string }>('memberTopic');

/** Sends `page.shown` and `page.hidden`; the present state at once. */
export const visibility = stream('visibility');

export type DeviceStoreCommand =
  | { type: 'settings.keep'; settings: DeviceSettings }
  | { type: 'muted.keep'; muted: readonly string[] }
  | { type: 'counts.keep'; counts: Counts };
/**
 * What this device keeps for news. Sends `device.read` with its settings at once and whenever another tab has changed them, and
 * `counts.read` once if it knows counts; stores what is chosen and what is counted.
 */
export const deviceStore = stream<DeviceStoreCommand, { readonly userId: string }>('deviceStore');

export type SignalsCommand =
  | { type: 'tab.count'; total: number }
  | { type: 'alarm.sound'; sound: boolean; vibration: boolean };
/** Shows the number of news on the tab and the app's icon; plays the tone and vibrates. */
export const signals = stream<SignalsCommand>('signals');
