import { useActorRef } from '@xstate/react';
import { type ComponentType, createContext, use } from 'react';
import type { Actor, AnyStateMachine, InputFrom, InspectionEvent } from 'xstate';
import type { Can } from '../contract/capabilities';
import type { AppConfig } from '../contract/config';
import type { NewsRef } from '../machines/notifications/news.machine';
import type { SettingsRef } from '../machines/people/settings.machine';
import type { MessagingRef } from '../machines/session/messaging.machine';
import type { SessionRef } from '../machines/session/session.machine';
import type { TrayRef } from '../machines/submissions/tray.machine';
import type { World } from '../rules/world';

/** What every screen can use. */
export interface App {
  readonly session: SessionRef;
  readonly config: AppConfig;
  /** What the server can do beyond the specification. */
  readonly can: Can;
  readonly world: World;
  /** Reloads the page if the server can be reached. Resolves to whether it reloads. */
  reload(): Promise<boolean>;
  /** Receives the inspection events of every actor, for the rules workbench. */
  readonly inspect: (event: InspectionEvent) => void;
}

const AppContext = createContext<App | null>(null);
export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('There is no AppProvider around this view.');
  return app;
}

export interface IncidentDetailsProps {
  incidentId: string;
  onClose: () => void;
}

export interface MessageVersionsProps {
  messageId: string;
  onClose: () => void;
}

/** What the screens of a signed-in member can use in addition. */
export interface Member {
  readonly messaging: MessagingRef;
  /** The list of submissions that wait to be sent. */
  readonly tray: TrayRef;
  /** The settings of the member's profile. */
  readonly settings: SettingsRef;
  /** What is new on other screens. Its code is loaded after the first screen; undefined until then. */
  readonly news: NewsRef | undefined;
  /** Shows the toasts: news for the member from other screens. */
  readonly Toasts: ComponentType<{ news: NewsRef }>;
  /** Offers a new version of the app. */
  readonly AppVersion: ComponentType;
  /** The incident details modal of a case chat, with its chart (S1 §2). */
  readonly IncidentDetails: ComponentType<IncidentDetailsProps>;
  /** The modal with the earlier versions of a message, with its chart. */
  readonly MessageVersions: ComponentType<MessageVersionsProps>;
}

const MemberContext = createContext<Member | null>(null);
export const MemberProvider = MemberContext.Provider;

/** The member's news; undefined if nobody is signed in, and until its code is loaded. */
export const useNews = (): NewsRef | undefined => use(MemberContext)?.news;

export function useMember(): Member {
  const member = use(MemberContext);
  if (!member) throw new Error('There is no MemberProvider around this view.');
  return member;
}

/** The props of a screen: its chart with the ports provided. */
export interface ScreenProps<Machine extends AnyStateMachine> {
  readonly machine: Machine;
}

/** The workflow actor of a screen. It starts and stops with the screen; `input` is read only at the start. */
export function useScreen<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
): Actor<Machine> {
  const { inspect } = useApp();
  // TypeScript cannot check the options of a generic machine.
  const logic: AnyStateMachine = machine;
  return useActorRef(logic, { input, inspect }) as Actor<Machine>;
}

/** A screen component without props, with its chart filled in. */
export const withMachine =
  <Machine extends AnyStateMachine>(Screen: ComponentType<ScreenProps<Machine>>, machine: Machine) =>
  () => <Screen machine={machine} />;
