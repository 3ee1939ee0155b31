// Ours: the conversation's charts and its list, with scripted ports in place of the server. With #chat in the address, the whole chat.
import '../../../src/styles/index.css';
import { createRoot, type Root } from 'react-dom/client';
import { type ActorRefFrom, createActor, type EventObject, fromCallback, fromPromise, waitFor } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import { composerMachine } from '../../../src/machines/chat/composer.machine';
import { conversationMachine } from '../../../src/machines/chat/conversation.machine';
import { selectParts } from '../../../src/machines/chat/conversation.select';
import { historyMachine } from '../../../src/machines/chat/history.machine';
import { selectIsReady } from '../../../src/machines/chat/history.select';
import type { ChatTopicCommand, ChatTopicEvent, HistoryRequest } from '../../../src/machines/chat/ports';
import { realtimeMachine } from '../../../src/machines/chat/realtime.machine';
import { clockMachine } from '../../../src/machines/session/clock.machine';
import { sessionMachine } from '../../../src/machines/session/session.machine';
import { queueMachine } from '../../../src/machines/submissions/queue.machine';
import { prepareFormats } from '../../../src/rules/timeTexts';
import { type App, AppProvider } from '../../../src/views/app';
import { Conversation } from '../../../src/views/chat/Conversation';
import { ChatProvider, useChatOf } from '../../../src/views/chat/chat';
import { MessageList } from '../../../src/views/chat/list/MessageList';
import { FilledPage } from '../../../src/views/parts/page/Page';
import { messageAt, messagesTo, nextFrame, painted } from './page';

const me = { id: '1', firstName: 'Mira', lastName: 'Nair', username: 'member' };
const now = () => Date.parse('2026-03-10T09:00:00Z');
const world = { now, serverNow: now, createId: () => 'id', random: () => 0 };
/** A port that sends nothing and ignores what it receives. */
const silent = <Told extends EventObject, Input>() => fromCallback<Told, Input>(() => {});
const network = fromCallback<EventObject, undefined>(() => {});
const connection = fromCallback<EventObject, undefined>(({ sendBack }) => sendBack({ type: 'connection.opened' }));

let say: (event: ChatTopicEvent) => void = () => {};
const chatTopic = fromCallback<ChatTopicCommand, { chat: ChatAddress }>(({ sendBack }) => {
  say = sendBack;
});
let stored: readonly Message[] = [];
const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(async () => stored);

const queue = createActor(queueMachine.provide({ actors: { leader: silent(), notices: silent(), store: silent() } }), {
  input: { myId: me.id, world, can: () => true },
}).start();
const session = createActor(sessionMachine, { input: { world } });
const realtime = createActor(realtimeMachine.provide({ actors: { network, connection } }), {
  input: { session },
}).start();
const clock = createActor(clockMachine.provide({ actors: { pageReturns: silent() } }), { input: { world } }).start();
const surroundings = { me, queue, realtime, clock, knownNames: ['Mira', 'Kabir', 'Ravi', 'Tara'] };
const machine = conversationMachine.provide({
  actors: {
    chatTopic,
    composer: composerMachine.provide({ actors: { draftStore: silent() } }),
    history: historyMachine.provide({ actors: { fetchHistory } }),
  },
});
const app = {
  session,
  config: { productName: 'Saathi', apiBase: '', mentionNames: [] },
  can: () => true,
  world,
} as unknown as App;

// A page does this once, whatever it shows, so it is not part of a list's time. src/wiring/members.tsx does it when the page is idle.
prepareFormats();

function Ours({ conversation }: { conversation: ActorRefFrom<typeof conversationMachine> }) {
  const chat = useChatOf(conversation, surroundings);
  if (location.hash === '#chat') return <Conversation chat={chat} title="Global Chat" header={<h1>Global Chat</h1>} />;
  return (
    <ChatProvider value={chat}>
      <FilledPage title="Global Chat" header={null} footer={null}>
        <MessageList />
      </FilledPage>
    </ChatProvider>
  );
}

let rendered: Root | null = null;
let opened: ActorRefFrom<typeof conversationMachine> | null = null;
window.bench = {
  prepare(count) {
    rendered?.unmount();
    opened?.stop();
    stored = messagesTo(count);
  },
  async mount() {
    const conversation = createActor(machine, {
      input: { chat: { kind: 'global' }, me, world, queue, knownNames: surroundings.knownNames, textLimit: 4000 },
    }).start();
    opened = conversation;
    // The floor has its messages at once. Ours has them when its chart has received them; this time is counted.
    await waitFor(selectParts(conversation.getSnapshot()).history, selectIsReady);
    const root = document.getElementById('root') as HTMLElement;
    root.dataset.list = '';
    rendered = createRoot(root);
    rendered.render(
      <AppProvider value={app}>
        <Ours conversation={conversation} />
      </AppProvider>,
    );
    await painted(`${stored.length}: `);
  },
  append() {
    stored = [...stored, messageAt(stored.length)];
    say({ type: 'messages.arrived', messages: stored.slice(-1) });
  },
  settled: () => painted(`${stored.length}: `),
  nextFrame,
};
