import { useActorRef } from '@xstate/react';
import { createContext, use } from 'react';
import type { Actor, AnyStateMachine, InputFrom, InspectionEvent } from 'xstate';
import type { AppConfig } from '../contract/config';
import type { assignmentMachine } from '../machines/cases/assignment.machine';
import type { incidentDetailsMachine } from '../machines/cases/incidentDetails.machine';
import type { myCasesMachine } from '../machines/cases/myCases.machine';
import type { chatListMachine } from '../machines/chat/chatList.machine';
import type { conversationMachine } from '../machines/chat/conversation.machine';
import type { galleryMachine } from '../machines/incidents/gallery.machine';
import type { incidentMachine } from '../machines/incidents/incident.machine';
import type { incidentUpdateMachine } from '../machines/incidents/incidentUpdate.machine';
import type { liveMachine } from '../machines/incidents/live.machine';
import type { reportMachine } from '../machines/incidents/report.machine';
import type { leaderboardMachine } from '../machines/people/leaderboard.machine';
import type { loginMachine } from '../machines/session/login.machine';
import type { SessionRef } from '../machines/session/session.machine';
import type { signupMachine } from '../machines/session/signup.machine';
import type { World } from '../machines/world';
import type { Lazy } from './lazily';

/** The machines of the members' screens beside the chats. */
export interface ScreenMachines {
  readonly assignment: Lazy<typeof assignmentMachine>;
  readonly gallery: Lazy<typeof galleryMachine>;
  readonly incident: Lazy<typeof incidentMachine>;
  readonly incidentDetails: Lazy<typeof incidentDetailsMachine>;
  readonly incidentUpdate: Lazy<typeof incidentUpdateMachine>;
  readonly leaderboard: Lazy<typeof leaderboardMachine>;
  readonly live: Lazy<typeof liveMachine>;
  readonly myCases: Lazy<typeof myCasesMachine>;
  readonly report: Lazy<typeof reportMachine>;
}

/** The machines of the screens with their ports provided, each fetched with the first screen that needs it. */
export interface Machines extends ScreenMachines {
  readonly chatList: Lazy<typeof chatListMachine>;
  readonly conversation: Lazy<typeof conversationMachine>;
  readonly login: Lazy<typeof loginMachine>;
  readonly signup: Lazy<typeof signupMachine>;
}

/** What every screen may reach. */
export interface App {
  readonly session: SessionRef;
  readonly machines: Machines;
  readonly config: AppConfig;
  readonly world: World;
  /** Loads the app anew where the server can be reached; tells whether it does. */
  reload(): Promise<boolean>;
  /** Looks on at every actor, for the rules workbench. */
  readonly inspect: (event: InspectionEvent) => void;
}

const AppContext = createContext<App | null>(null);
export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('There is no AppProvider around this view.');
  return app;
}

/** The workflow actor of a screen: it starts with the screen and stops with it. `input` counts at the start alone. */
export function useScreen<Machine extends AnyStateMachine>(
  machine: Lazy<Machine>,
  input: InputFrom<Machine>,
): Actor<Machine> {
  const { inspect } = useApp();
  const logic: AnyStateMachine = machine.loaded ?? use(machine.load());
  return useActorRef(logic, { input, inspect }) as Actor<Machine>;
}
