import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import { Message, Refusal } from '../../contract/chats';
import { IncidentNews } from '../../contract/incidentNews';
import {
  type ChatAction,
  type ChatAddress,
  chatKey,
  destinationOf,
  HEARTBEAT,
  readDestination,
  topicOf,
  topics,
} from '../../contract/topics';
import { isFinal } from '../../rules/refusals';
import { createBatch } from './batch';
import { createHub } from './hub';

interface RealtimeOptions {
  /** The full address of the SockJS endpoint. */
  readonly address: string;
  token(): string | null;
  userId(): string | null;
  /** Asks the API whether the token is still good: an ERROR frame alone does not say. */
  isTokenGood(): Promise<boolean>;
  /** Calls back whenever the page comes to the front again. Returns how to stop that. */
  watchPageReturns(listener: () => void): () => void;
  /** How often either side promises to send something, in milliseconds; that of S1 §9 unless said otherwise. */
  readonly heartbeat?: number;
}

/** What a chat's topic brings to whoever has the chat open, or a message on its way into it. */
type ChatNews =
  | { type: 'topic.opened' }
  | { type: 'topic.lost'; byError: boolean }
  | { type: 'topic.refused' }
  | { type: 'messages.arrived'; messages: readonly Message[] }
  | { type: 'refusal.arrived'; refusal: Refusal };

/** What becomes of one connection. */
type ConnectionNews = { type: 'connection.opened' | 'connection.lost' | 'connection.refused' };

export type Realtime = ReturnType<typeof createRealtime>;

/** The realtime door to the server: SockJS with STOMP on top (S1 §7). Its code is loaded when it is first needed. */
export function createRealtime(options: RealtimeOptions) {
  const { address, token, userId, isTokenGood, watchPageReturns, heartbeat = HEARTBEAT } = options;
  const hub = createHub();
  const refusals = new Set<(refusal: Refusal) => void>();

  return {
    /** Opens one connection; says once that it is lost or refused when it is over. Returns how to close it without a word. */
    connect(say: (news: ConnectionNews) => void): () => void {
      let close: (() => void) | null = null;
      let isWanted = true;
      const over = (news?: 'lost' | 'refused') => {
        if (!isWanted) return;
        isWanted = false;
        hub.part();
        close?.();
        if (news) say({ type: `connection.${news}` });
      };

      import('./stomp').then(
        ({ openConnection }) => {
          if (!isWanted) return;
          close = openConnection({
            url: address,
            token,
            heartbeat,
            watchPageReturns,
            opened: (link) => {
              // Before all other topics: one that the server refuses would end a connection that does not hear of refusals.
              const member = userId();
              if (member !== null) link.subscribe(topics.errors(member), () => {}, spreadRefusal);
              hub.join(link);
              say({ type: 'connection.opened' });
            },
            lost: () => over('lost'),
            refused: () => {
              hub.part(true);
              isTokenGood().then(
                (good) => over(good ? 'lost' : 'refused'),
                () => over('lost'),
              );
            },
          });
        },
        (error) => {
          console.error('The realtime code could not be loaded', error);
          over('lost');
        },
      );
      return () => over();
    },

    /** Joins a chat: its topic, and the destinations to publish to. */
    joinChat(chat: ChatAddress, say: (news: ChatNews) => void) {
      const batch = createBatch<Message>((messages) => say({ type: 'messages.arrived', messages }));
      const onRefusal = (refusal: Refusal) => {
        const refused = readDestination(refusal.destination);
        if (refused && chatKey(refused.chat) === chatKey(chat)) say({ type: 'refusal.arrived', refusal });
      };
      refusals.add(onRefusal);
      const leaveTopic = hub.listen(topicOf(chat), {
        opened: () => say({ type: 'topic.opened' }),
        lost: (byError) => say({ type: 'topic.lost', byError }),
        refused: () => say({ type: 'topic.refused' }),
        arrived: (body) => {
          const message = read(Message, body);
          if (message) batch.add(message);
        },
      });
      return {
        publish(action: ChatAction, body: object) {
          const wasHanded = hub.publish(destinationOf(chat, action), JSON.stringify(body));
          if (!wasHanded) console.warn(`Not connected: ${action} was not sent`);
        },
        leave() {
          leaveTopic();
          refusals.delete(onRefusal);
          batch.stop();
        },
      };
    },

    /** Calls `changed` when the member's chat list may have changed: also when the topic opens, for what came before it. */
    watchGroups: (member: string, changed: () => void): (() => void) =>
      hub.listen(topics.groups(member), { opened: changed, arrived: changed }),

    /** Calls `changed` when an incident may have changed, with its id, or null where that is not known (DECISIONS 12). */
    watchIncidents: (changed: (incidentId: string | null) => void): (() => void) =>
      hub.listen(topics.incidents, {
        opened: () => changed(null),
        arrived: (body) => changed(read(IncidentNews, body)?.incidentId ?? null),
      }),
  };

  function spreadRefusal(body: string) {
    const refusal = read(Refusal, body);
    if (!refusal) return;
    if (isFinal(refusal.status)) hub.refuse(refusal.destination);
    for (const hear of refusals) hear(refusal);
  }
}

/** What came over a topic, or null where it is not what it should be: one bad message must not stop the good ones. */
function read<Schema extends GenericSchema>(schema: Schema, body: string): InferOutput<Schema> | null {
  try {
    const { success, output } = safeParse(schema, JSON.parse(body));
    if (success) return output;
  } catch {}
  console.error('A message on a topic is not what it should be');
  return null;
}
