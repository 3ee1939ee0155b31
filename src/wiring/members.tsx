import { MessagesSquare } from 'lucide-react';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { sessionEndpoints } from '../contract/endpoints/session';
import { statusOf } from '../contract/failure';
import { REALTIME_PATH } from '../contract/topics';
import { realtimeMachine } from '../machines/chat/realtime.machine';
import { logoutMachine } from '../machines/session/logout.machine';
import { messagingMachine } from '../machines/session/messaging.machine';
import type { CopiesCommand } from '../machines/submissions/ports';
import { trayMachine } from '../machines/submissions/tray.machine';
import { fromStream } from '../machines/supervision';
import { LOADING_VERSIONS } from '../rules/chat/chatTexts';
import { LOADING_INCIDENT } from '../rules/incidents/incidents';
import { prepareFormats } from '../rules/timeTexts';
import type { Api, ApiOptions } from '../services/api/api';
import { watchNetwork, watchPageReturns, whenIdle, whenPainted } from '../services/device/page';
import { createRealtime } from '../services/realtime/realtime';
import { forgetMember } from '../services/storage/forget';
import { saveAsFile } from '../services/submissions/quarantine';
import { type IncidentDetailsProps, type MessageVersionsProps, withMachine } from '../views/app';
import { ConversationScreen } from '../views/chat/ConversationScreen';
import { ChatListScreen } from '../views/chat/chatList/ChatListScreen';
import { GlobalChatScreen } from '../views/chat/GlobalChatScreen';
import { lazy, postpone } from '../views/lazy';
import { lazyPart } from '../views/lazyPart';
import { moveFocusOnRemoval } from '../views/moveFocusOnRemoval';
import { LoadingState } from '../views/parts/page/States';
import { Spinner } from '../views/parts/Spinner';
import { unlessBeside } from '../views/shell/ListPane';
import { MembersArea } from '../views/shell/MembersArea';
import { provideChatList } from './chat/chatList';
import { provideConversation } from './chat/conversation';
import type { Gateways, Notify } from './gateways';
import type { ProfileWiring } from './people/profile';
import { provideSettings } from './people/settings';
import { provideQueue } from './submissions/queue';

export interface MembersWiring extends ProfileWiring {
  readonly api: Api;
  readonly apiOptions: ApiOptions;
  userId(): string | null;
  readonly notify: Notify;
}

/** Creates what every signed-in member needs: the layout, the connection, the submissions and the chats. */
export function wireMembers(wiring: MembersWiring) {
  const { api, apiOptions, userId, notify } = wiring;
  const realtime = createRealtime({
    address: new URL(apiOptions.base + REALTIME_PATH, document.baseURI).href,
    watchPageReturns,
    whenPainted,
    token: apiOptions.token,
    can: apiOptions.can,
    userId,
    isTokenGood: () =>
      api.call(sessionEndpoints.profile, {}).then(
        () => true,
        (error) => statusOf(error) !== 401,
      ),
  });
  const gateways: Gateways = { api, realtime, apiOptions, userId, notify };
  moveFocusOnRemoval();
  // Runs while the first answers are being fetched, so that the messages of the first chat need not wait for it.
  whenIdle(prepareFormats);
  const messaging = messagingMachine.provide({
    actors: {
      queue: provideQueue(gateways),
      memberNews: fromStream<EventObject, { readonly userId: string }>(({ input, sendBack }) =>
        realtime.watchMemberNews(input.userId, ['profile.changed', 'session.ended'], {
          opened: (hasMissed) => hasMissed && sendBack({ type: 'profile.changed' }),
          changed: (_, news) => sendBack(news?.type === 'session.ended' ? news : { type: 'profile.changed' }),
        }),
      ),
      realtime: realtimeMachine.provide({
        actors: {
          connection: fromCallback(({ sendBack }) => realtime.connect(sendBack)),
          network: fromStream(({ sendBack }) => watchNetwork(sendBack)),
        },
      }),
    },
  });
  const logout = logoutMachine.provide({
    actors: {
      forgetDevice: fromPromise(({ input }) => forgetMember(input.userId)),
      network: fromStream(({ sendBack }) => watchNetwork(sendBack)),
    },
  });
  const tray = trayMachine.provide({
    actors: {
      copies: fromStream<CopiesCommand, undefined>(({ receive }) =>
        receive(({ submission }) => {
          saveAsFile(submission.kind, submission).catch((error) => console.error('No copy can be saved', error));
        }),
      ),
    },
  });
  const settings = provideSettings(gateways);
  const fetchIncidentDetails = async () => {
    const { IncidentDetails, provideIncidentDetails } = await import('./cases/incidentDetails');
    const machine = provideIncidentDetails(gateways);
    return (props: IncidentDetailsProps) => <IncidentDetails machine={machine} {...props} />;
  };
  const IncidentDetails = lazyPart(fetchIncidentDetails, () => <Spinner label={LOADING_INCIDENT} />);
  const MessageVersions = lazyPart(
    async () => {
      const { MessageVersions: Versions, provideMessageVersions } = await import('./chat/messageVersions');
      const machine = provideMessageVersions(gateways);
      return (props: MessageVersionsProps) => <Versions machine={machine} {...props} />;
    },
    () => <Spinner label={LOADING_VERSIONS} />,
  );
  const NewPassword = lazyPart(async () => {
    const { NewPasswordScreen, providePassword } = await import('./people/profile');
    return withMachine(NewPasswordScreen, providePassword(gateways, wiring));
  }, Spinner);
  const newsCode = postpone(
    lazy(async () => {
      const { Toasts, provideNews } = await import('./notifications/news');
      return { machine: provideNews(gateways), Toasts };
    }),
  );
  const Toasts = lazyPart(async () => (await newsCode.load()).Toasts);
  // In the same file as the news, because both are loaded after the first screen.
  const AppVersion = lazyPart(async () => {
    const { AppVersion: Version, provideAppVersion } = await import('./notifications/news');
    return withMachine(Version, provideAppVersion());
  });
  const conversation = provideConversation(gateways);
  const ChatList = withMachine(ChatListScreen, provideChatList(gateways));
  const Live = lazyPart(
    async () => {
      const { liveList } = await import('./incidents/live');
      return liveList(gateways);
    },
    () => <LoadingState label="Loading…" />,
  );
  const panes = { chats: ChatList, live: Live };
  return {
    gateways,
    MembersArea: () => (
      <MembersArea
        machine={messaging}
        NewPassword={NewPassword}
        settingsMachine={settings}
        panes={panes}
        IncidentDetails={IncidentDetails}
        MessageVersions={MessageVersions}
        AppVersion={AppVersion}
        Toasts={Toasts}
        newsCode={newsCode}
        logoutMachine={logout}
        trayMachine={tray}
      />
    ),
    ChatListScreen: unlessBeside(ChatList, <MessagesSquare size={32} aria-hidden />, 'Choose a chat. It opens here.'),
    ConversationScreen: withMachine(ConversationScreen, conversation),
    GlobalChatScreen: withMachine(GlobalChatScreen, conversation),
  };
}
