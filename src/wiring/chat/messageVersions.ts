import { fromPromise } from 'xstate';
import { chatEndpoints } from '../../contract/endpoints/chat';
import { messageVersionsMachine } from '../../machines/chat/messageVersions.machine';
import type { Gateways } from '../gateways';

export { MessageVersions } from '../../views/chat/menu/MessageVersions';

/** The earlier versions of a message with their port. */
export const provideMessageVersions = ({ api }: Gateways) =>
  messageVersionsMachine.provide({
    actors: {
      fetchVersions: fromPromise(({ input, signal }) =>
        api.call(chatEndpoints.messageVersions, { params: { messageId: input.messageId }, signal }),
      ),
    },
  });
