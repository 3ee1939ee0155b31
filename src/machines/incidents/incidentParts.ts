import { type ActorRef, type EventObject, type Snapshot, sendTo } from 'xstate';
import { statusOf } from '../../contract/failure';
import type { Incident, InterestedUser } from '../../contract/incidents';
import { type CaptainAction, isConflict } from '../../rules/incidents/incidentTexts';
import type { IncidentAct } from '../../rules/submissions/sent';
import type { World } from '../../rules/world';
import type { AboutIncident } from '../cases/ports';
import { type Fetched, mayLack } from '../feed.machine';
import type { NoticesEvent } from '../session/notices.machine';
import type { QueueRef } from '../submissions/queue.machine';
import type { StatusChange } from './ports';

// What the chart of an incident's page and the charts of its parts (actions, dialogs) share: what they tell each other, and their inputs.

/** The result of an action, sent to the chart that shows the incident. */
export type IncidentFact =
  | { type: 'interest.settled'; isInterested: boolean }
  | { type: 'incident.acted'; action: 'incident.close' | StatusChange }
  /** An edit was saved: the server's answer, with its new `lastUpdated`. */
  | { type: 'incident.saved'; incident: Incident }
  /** Update Location was saved: the server's answer, too. */
  | { type: 'incident.located'; incident: Incident }
  /** `message` is the server's, or null. */
  | { type: 'incident.deleted'; message: string | null }
  /** The server has refused the action to this member (403). */
  | { type: 'action.forbidden'; action: CaptainAction }
  /** Somebody else has changed the incident (409) or deleted it (404), so the screen is out of date. */
  | { type: 'incident.conflict' };

/** What the page tells its dialogs about the incident while they are open. */
export type DialogNews =
  /** It was fetched again. */
  | { type: 'incident.refreshed'; incident: Incident }
  /** This member's own Update Location was saved. */
  | { type: 'incident.located'; incident: Incident };

/** The input of the charts that belong to an incident. */
export interface ActionInput extends AboutIncident {
  readonly parent: ActorRef<Snapshot<unknown>, IncidentFact>;
  readonly notices: ActorRef<Snapshot<unknown>, NoticesEvent>;
}

/** The input of the charts that change an incident. */
export interface ChangeInput extends ActionInput {
  /**
   * The incident's `lastUpdated` on the member's screen. If the incident has changed since then, our server answers 409 (DECISIONS
   * 78). Null if it is not known.
   */
  readonly seen: string | null;
}

/** The input of a dialog in which a captain writes while others may change the incident. */
export interface DialogInput extends ActionInput {
  /** The incident as the captain has seen it. The server compares its `lastUpdated` with the present one (DECISIONS 78). */
  readonly incident: Incident;
}

/** The input of the incident page's chart. */
export interface IncidentInput {
  readonly incidentId: string;
  readonly me: InterestedUser;
  readonly notices: ActorRef<Snapshot<unknown>, NoticesEvent>;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
  readonly world: World;
}

export interface IncidentContext extends IncidentInput {
  /** What was sent is applied to it. */
  readonly incident: Incident | null;
  /** What the member has sent about incidents and may be missing in the server's last answer. */
  readonly sent: readonly IncidentAct[];
  /** Whether it is cached, so that the server may have newer data. */
  readonly isCopy: boolean;
  readonly failure: string;
  /** The action of the unauthorized dialog. */
  readonly forbidden: CaptainAction;
  /** The server's message about the deletion, or null. */
  readonly deletionMessage: string | null;
}

export const initialIncidentContext = {
  incident: null,
  sent: [],
  isCopy: false,
  failure: '',
  forbidden: 'incident.edit',
  deletionMessage: null,
} as const;

/** The incident page, which the inputs of its charts are made from. */
interface IncidentPage {
  readonly context: Pick<IncidentContext, 'incidentId' | 'notices' | 'incident'>;
  readonly self: ActionInput['parent'];
}
/** The input of a chart that belongs to the incident. */
export const actionInput = ({ context: { incidentId, notices }, self }: IncidentPage): ActionInput => ({
  incidentId,
  notices,
  parent: self,
});
/** The input of a chart that changes the incident: with the version that the captain sees. */
export const changeInput = (page: IncidentPage): ChangeInput => ({
  ...actionInput(page),
  seen: page.context.incident?.lastUpdated ?? null,
});
/** The input of a dialog in which a captain writes. It is opened only while the page shows an incident. */
export const dialogInput = (page: IncidentPage): DialogInput => ({
  ...actionInput(page),
  incident: page.context.incident as Incident,
});
/** What the page tells its open dialogs when the incident was fetched again. */
export const incidentRefreshed = ({ event }: { event: { data: Incident } }): DialogNews => ({
  type: 'incident.refreshed',
  incident: event.data,
});

/** What the page tells the chart of the note when the incident may have changed. It is told only while the page shows one. */
export const noteRecall = ({ context }: { context: IncidentContext }) => ({
  type: 'note.recall' as const,
  incident: context.incident as Incident,
});

/**
 * The id under which this page reports each reply of the server (a confirmed change or a conflict) to the feed. An answer that was
 * requested before the reply has it in `lacks`.
 */
const ANSWERED = 'answered';
/** Fetches the incident again after such a reply. */
export const refreshAnswered = { type: 'feed.refresh', change: ANSWERED } as const;
/**
 * A guard: this answer was requested after the last reply to a change made here. An older one would show the earlier status again; it is
 * ignored, because the feed fetches once more.
 */
export const isCurrent = ({ event }: { event: { type: string } & Fetched }) => !mayLack(event, ANSWERED);

/** Guards on the error of a failed call. */
export const failureGuards = {
  isForbidden: (_: unknown, { error }: { error: unknown }) => statusOf(error) === 403,
  isConflict: (_: unknown, { error }: { error: unknown }) => isConflict(error),
  isGone: (_: unknown, { error }: { error: unknown }) => statusOf(error) === 404,
};
/** The error of a failed call, as parameter of those guards and of actions. */
export const errorParams = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/** The action of a chart of the incident that tells the page a fact. */
export const tellParent = <Context extends Pick<ActionInput, 'parent'>, Event extends EventObject>() =>
  sendTo<Context, Event, IncidentFact, ActionInput['parent'], Event, never, never>(
    ({ context }) => context.parent,
    (_, fact) => fact,
  );

/** The transitions of a dialog whose action the server has refused. The chart must have these guards, actions and states. */
export const refusalsOf = <Action extends CaptainAction>(action: Action) =>
  [
    {
      guard: { type: 'isForbidden', params: errorParams },
      target: 'closed',
      actions: { type: 'tell', params: { type: 'action.forbidden', action } },
      description: 'The member has lost the role meanwhile. S2 §6',
    },
    {
      guard: { type: 'isConflict', params: errorParams },
      target: 'closed',
      actions: [
        { type: 'sayFailure', params: errorParams },
        { type: 'tell', params: { type: 'incident.conflict' } },
      ],
      description: 'Somebody else has changed the incident: the dialog is closed.',
    },
    { target: 'asking.refused', actions: { type: 'keepFailure', params: errorParams } },
  ] as const;
