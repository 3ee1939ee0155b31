import type { EventObject } from 'xstate';
import type { DeviceSettings } from '../../contract/device';
import type { FetchedNews, NewsPart } from '../../rules/news';
import { call, stream } from '../ports';

/** What is unread, of the parts that are asked for. A part that cannot be fetched is left out. */
export const fetchNews = call<FetchedNews, { readonly parts: readonly NewsPart[] }>('fetchNews');

/** The member's personal topic: says `news.heard` with each piece of news, and `topic.joined` when it is open, for the first time or again. */
export const memberTopic = stream<EventObject, { readonly userId: string }>('memberTopic');

/** Says `page.shown` and `page.hidden`, the present one at once. */
export const visibility = stream('visibility');

/** How the device tells of news: says `device.read` at once and whenever another tab has changed it; keeps what is chosen. */
export const deviceStore = stream<
  { type: 'settings.keep'; settings: DeviceSettings } | { type: 'muted.keep'; muted: readonly string[] },
  { readonly userId: string }
>('deviceStore');

/** Marks the tab and the app's icon with how much is new; sounds and vibrates. */
export const signals = stream<
  { type: 'tab.mark'; total: number } | { type: 'alarm.sound'; sound: boolean; vibration: boolean }
>('signals');
