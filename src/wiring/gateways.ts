import type { ChatAddress } from '../contract/topics';
import type { ChatTopicCommand } from '../machines/chat/ports';
import { fromStream } from '../machines/supervision';
import type { Api, ApiOptions } from '../services/api';
import type { Realtime } from '../services/realtime/realtime';

/** The gateways to the world that the charts' ports lead through, made once for the whole app. */
export interface Gateways {
  readonly api: Api;
  readonly realtime: Realtime;
  readonly calls: ApiOptions;
}

/** The two-way stream of one chat. A message on its way answers its failure itself, with a stream that is not supervised. */
export const chatTopicThrough = ({ realtime }: Gateways, stream = fromStream) =>
  stream<ChatTopicCommand, { chat: ChatAddress }>(({ input, sendBack, receive }) => {
    const { publish, leave } = realtime.joinChat(input.chat, sendBack);
    receive(({ action, body }) => publish(action, body));
    return leave;
  });

/** News of the incidents as a feed hears them; null says that the topic is open again, and that some may have been missed. */
export const newsOf = (incidentId: string | null) => ({
  type: incidentId === null ? ('feed.refresh' as const) : ('feed.changed' as const),
});
