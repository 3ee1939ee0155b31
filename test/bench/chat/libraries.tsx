// The floor's page once more, made as the app is made: each screen is a route, charts hold the session and the messages, and the list is
// virtual. It has nothing else, so it shows how much of the app's time the libraries take by themselves (DECISIONS 155).
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { assign, createActor, fromCallback, fromPromise, setup } from 'xstate';
import {
  Composer,
  connectWhenPainted,
  fetchLines,
  type Line,
  LoginForm,
  logIn,
  Row,
  sendText,
  storedToken,
  withLine,
} from './bare';
import type { Connection } from './socket';

/** The height of a row, in px. */
const ROW_HEIGHT = 37;

const sessionMachine = setup({
  types: {
    context: {} as { token: string | null; body: string },
    events: {} as { type: 'form.submit'; body: string },
  },
  actors: { logIn: fromPromise<string, string>(({ input }) => logIn(input)) },
}).createMachine({
  context: () => ({ token: storedToken(), body: '' }),
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: ({ context }) => context.token !== null, target: 'loggedIn' }, { target: 'loggedOut' }],
    },
    loggedOut: {
      on: { 'form.submit': { target: 'loggingIn', actions: assign({ body: ({ event }) => event.body }) } },
    },
    loggingIn: {
      invoke: {
        src: 'logIn',
        input: ({ context }) => context.body,
        onDone: { target: 'loggedIn', actions: assign({ token: ({ event }) => event.output }) },
      },
    },
    loggedIn: {},
  },
});

type RoomEvent =
  | { type: 'topic.opened'; connection: Connection }
  | { type: 'message.arrived'; line: Line }
  | { type: 'message.send'; text: string };

const roomMachine = setup({
  types: {
    input: {} as { token: string },
    context: {} as { token: string; lines: readonly Line[]; connection: Connection | null },
    events: {} as RoomEvent,
  },
  actors: {
    fetchLines: fromPromise<readonly Line[], string>(({ input }) => fetchLines(input)),
    topic: fromCallback<RoomEvent, string, RoomEvent>(({ input, sendBack }) => {
      connectWhenPainted(
        input,
        (connection) => sendBack({ type: 'topic.opened', connection }),
        (line) => sendBack({ type: 'message.arrived', line }),
      );
    }),
  },
}).createMachine({
  context: ({ input }) => ({ ...input, lines: [], connection: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'fetchLines',
        input: ({ context }) => context.token,
        onDone: { target: 'ready', actions: assign({ lines: ({ event }) => event.output }) },
      },
    },
    ready: {
      invoke: { src: 'topic', input: ({ context }) => context.token },
      on: {
        'topic.opened': { actions: assign({ connection: ({ event }) => event.connection }) },
        'message.arrived': { actions: assign({ lines: ({ context, event }) => withLine(context.lines, event.line) }) },
        'message.send': {
          actions: assign({
            lines: ({ context: { lines, connection }, event }) =>
              connection ? withLine(lines, sendText(connection, event.text)) : lines,
          }),
        },
      },
    },
  },
});

const session = createActor(sessionMachine).start();

function Login() {
  const isLoggedIn = useSelector(session, (snapshot) => snapshot.matches('loggedIn'));
  const navigate = useNavigate();
  useEffect(() => {
    if (isLoggedIn) void navigate({ to: '/gchat' });
  }, [isLoggedIn, navigate]);
  return <LoginForm submit={(body) => session.send({ type: 'form.submit', body })} />;
}

function Room() {
  const token = useSelector(session, ({ context }) => context.token);
  const room = useActorRef(roomMachine, { input: { token: token ?? '' } });
  const lines = useSelector(room, ({ context }) => context.lines);
  const isConnected = useSelector(room, ({ context }) => context.connection !== null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  useEffect(() => {
    if (lines.length > 0) list.current?.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [lines]);
  return (
    <div className="room" data-connection={isConnected ? 'connected' : 'connecting'}>
      <div ref={scroller} className="virtual list" role="log" aria-label="Messages">
        <Virtualizer ref={list} scrollRef={scroller} data={lines} itemSize={ROW_HEIGHT}>
          {(line) => <Row key={line.clientMessageId} line={line} />}
        </Virtualizer>
      </div>
      <Composer send={(text) => room.send({ type: 'message.send', text })} />
    </div>
  );
}

const root = createRootRoute();
const router = createRouter({
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: Login }),
    createRoute({ getParentRoute: () => root, path: '/gchat', component: Room }),
  ]),
  history: createHashHistory(),
});
createRoot(document.getElementById('root') as HTMLElement).render(<RouterProvider router={router} />);
