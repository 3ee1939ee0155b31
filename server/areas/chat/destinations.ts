import { ReactBody, ReadBody, SendBody } from '../../../src/contract/chatRequests';
import { readDestination, topics } from '../../../src/contract/topics';
import type { App } from '../../http/app';
import { check } from '../../http/check';
import { HttpError } from '../../http/httpError';
import type { Caller } from '../session/callers';
import { enterChat } from './access';
import { reactToMessage, readMessage, sendMessage } from './actions';
import { createRooms } from './rooms';

/** What the realtime connection asks the areas: who may hear what, and what a SEND does. */
export interface Realm {
  /** @throws HttpError 403 or 404 when this caller may not subscribe to this topic. */
  mayHear(caller: Caller, topic: string): Promise<void>;
  /** Carries out a SEND. @throws HttpError when it may not be. */
  take(caller: Caller, destination: string, body: unknown): Promise<void>;
}

/** The topics and destinations of S1 §7 "Realtime messaging" and of DECISIONS 12. */
export function chatRealm(app: Pick<App, 'db' | 'broker'>): Realm {
  const rooms = createRooms(app);
  return {
    async mayHear(caller, topic) {
      if (topic === topics.globalChat || topic === topics.incidents) return;
      const [, kind, id] = /^\/topic\/(chat|groups|errors)\/(.+)$/.exec(topic) ?? [];
      if (!kind || !id) throw new HttpError(404, 'There is no such topic.');
      if (kind === 'chat') await enterChat(app.db, caller, { kind: 'incident', chatId: id });
      else if (id !== String(caller.id)) throw new HttpError(403, 'This topic belongs to another member.');
    },

    async take(caller, destination, body) {
      const asked = readDestination(destination);
      if (!asked) throw new HttpError(404, 'There is no such destination.');
      const enter = () => enterChat(app.db, caller, asked.chat);
      switch (asked.action) {
        case 'send': {
          const draft = check(SendBody, body);
          return rooms.send(asked.chat, enter, (chat) => sendMessage(app.db, caller, chat, draft));
        }
        case 'read': {
          const receipt = check(ReadBody, body);
          return rooms.change(asked.chat, enter, (chat) => readMessage(app.db, caller, chat, receipt));
        }
        case 'react': {
          const reaction = check(ReactBody, body);
          return rooms.change(asked.chat, enter, (chat) => reactToMessage(app.db, caller, chat, reaction));
        }
      }
    },
  };
}
