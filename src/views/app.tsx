import { useActorRef } from '@xstate/react';
import { type ComponentType, createContext, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Actor, type AnyStateMachine, createActor, type InputFrom, type InspectionEvent } from 'xstate';
import type { Can } from '../contract/capabilities';
import type { AppConfig } from '../contract/config';
import type { NewsRef } from '../machines/notifications/news.machine';
import type { SettingsRef } from '../machines/people/settings.machine';
import type { MessagingRef } from '../machines/session/messaging.machine';
import type { SessionRef } from '../machines/session/session.machine';
import type { TrayRef } from '../machines/submissions/tray.machine';
import type { World } from '../machines/world';
import { type Lazy, LoadFailure } from './lazy';

/** What every screen may reach. */
export interface App {
  readonly session: SessionRef;
  readonly config: AppConfig;
  /** What the server can do beyond the specification. */
  readonly can: Can;
  readonly world: World;
  /** Loads the app anew where the server can be reached; tells whether it does. */
  reload(): Promise<boolean>;
  /** Sees what every actor does, for the rules workbench. */
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

/** What every screen of a signed-in member may reach, too. */
export interface Member {
  readonly messaging: MessagingRef;
  /** The list of what waits to be sent. */
  readonly tray: TrayRef;
  /** The settings of the member's profile. */
  readonly settings: SettingsRef;
  /** What is new on other screens; undefined until its code has come, after the first screen. */
  readonly news: NewsRef | undefined;
  /** Shows what concerns the member on another screen. */
  readonly Toasts: ComponentType<{ news: NewsRef }>;
  /** Offers a new version of the app. */
  readonly AppVersion: ComponentType;
  /** The incident details modal of a case chat, with its chart (S1 §2). */
  readonly IncidentDetails: ComponentType<IncidentDetailsProps>;
  /** What a message said before it was changed, with its chart. */
  readonly MessageVersions: ComponentType<MessageVersionsProps>;
}

const MemberContext = createContext<Member | null>(null);
export const MemberProvider = MemberContext.Provider;

/** The news of the member; undefined where nobody is signed in, and until their code has come. */
export const useNews = (): NewsRef | undefined => use(MemberContext)?.news;

export function useMember(): Member {
  const member = use(MemberContext);
  if (!member) throw new Error('There is no MemberProvider around this view.');
  return member;
}

/** What a screen is given: its chart with the ports provided. */
export interface ScreenProps<Machine extends AnyStateMachine> {
  readonly machine: Machine;
}

/** The workflow actor of a screen: it starts with the screen and stops with it. `input` counts at the start alone. */
export function useScreen<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
): Actor<Machine> {
  const { inspect } = useApp();
  // The options of a machine that is not known yet are too much for TypeScript to check.
  const logic: AnyStateMachine = machine;
  return useActorRef(logic, { input, inspect }) as Actor<Machine>;
}

/** The same for a chart whose code comes later: undefined until then. */
export function useLateActor<Machine extends AnyStateMachine>(
  code: Lazy<{ readonly machine: Machine }>,
  inputNow: () => InputFrom<Machine>,
): Actor<Machine> | undefined {
  const { inspect } = useApp();
  const [actor, setActor] = useState<Actor<Machine>>();
  const loaded = useSyncExternalStore(code.subscribe, code.status);
  const latest = useRef(inputNow);
  useEffect(() => {
    if (loaded === null || loaded instanceof LoadFailure) return;
    // The options of a machine that is not known yet are too much for TypeScript to check.
    const logic: AnyStateMachine = loaded.machine;
    const started = createActor(logic, { input: latest.current(), inspect }).start() as Actor<Machine>;
    setActor(started);
    return () => {
      started.stop();
      setActor(undefined);
    };
  }, [loaded, inspect]);
  return actor;
}

/** A screen that has been given its chart. */
export const withMachine =
  <Machine extends AnyStateMachine>(Screen: ComponentType<ScreenProps<Machine>>, machine: Machine) =>
  () => <Screen machine={machine} />;
