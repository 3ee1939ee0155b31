import { CallFailure } from '../contract/failure';
import type { ChatAddress } from '../contract/topics';
import type { ChatTopicCommand } from '../machines/chat/ports';
import type { FeedNews } from '../machines/feed.machine';
import type { NoticesEvent } from '../machines/session/notices.machine';
import { fromStream } from '../machines/supervision';
import type { Api, ApiOptions } from '../services/api/api';
import { isVisible } from '../services/device/page';
import type { Realtime } from '../services/realtime/realtime';

/** Shows a bar or a toast on the current screen. */
export type Notify = (notice: Extract<NoticesEvent, { type: 'notice.show' }>) => void;

/** The app's connections to the outside that the ports of the charts use (glossary: gateways). They are created once. */
export interface Gateways {
  readonly api: Api;
  readonly realtime: Realtime;
  readonly apiOptions: ApiOptions;
  /** The id of the member who is signed in, or null. */
  userId(): string | null;
  readonly notify: Notify;
}

/** The two-way stream of one chat. */
export const chatTopicThrough = ({ realtime }: Gateways) =>
  fromStream<ChatTopicCommand, { chat: ChatAddress }>(({ input, sendBack, receive }) => {
    const { publish, leave } = realtime.joinChat(input.chat, sendBack);
    receive(({ action, body }) => publish(action, body));
    return leave;
  });

/**
 * Passes news of a topic on to a feed. With the id of an incident, only changes of that incident and changes without an id are
 * passed on.
 */
export const newsFor = (sendBack: (event: FeedNews) => void, only?: string) => ({
  opened: (hasMissed: boolean) => sendBack({ type: 'feed.joined', hasMissed }),
  changed(incidentId: string | null) {
    if (incidentId === null || only === undefined || incidentId === only) sendBack({ type: 'feed.changed' });
  },
});

/**
 * Remembers who is logged in now.
 * @returns whether it is still that member: what they have begun may not go on in the name of the next one
 */
export function whileSameMember({ userId }: Pick<Gateways, 'userId'>): () => boolean {
  const member = userId();
  return () => member !== null && userId() === member;
}

/**
 * For a change that first fetches something.
 * @returns a check for the time between the two calls, which throws if the member has logged out: the change would be made in the name
 * of the next one
 */
export function stopAfterLogOut(gateways: Pick<Gateways, 'userId'>): () => void {
  const isStillCaller = whileSameMember(gateways);
  return () => {
    if (!isStillCaller()) throw new CallFailure('refused', 401);
  };
}

/** Leaves two topics, or ends two streams, at once. */
export const leaveBoth = (leaveOne: () => void, leaveOther: () => void) => () => {
  leaveOne();
  leaveOther();
};

/** For feeds of which no server tells all changes: it is asked for them every minute, as long as the page is visible (DECISIONS 113). */
export const askingEveryMinute = { guards: { isAskedEveryMinute: isVisible } };

/** The same for feeds of incidents, if the server does not tell of their changes. */
export const askingWhereUntold = ({ apiOptions }: Gateways) => ({
  guards: { isAskedEveryMinute: () => !apiOptions.can('incidentTopic') && isVisible() },
});
