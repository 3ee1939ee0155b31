import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { statusOf } from '../../contract/failure';
import { DenyRequest } from '../../contract/inventory';
import { problemsOf } from '../../contract/problems';
import type { Requisition } from '../../contract/supplies';
import { inventoryTexts, type RequisitionDecision, stockTexts } from '../../rules/supplies/inventoryTexts';
import { alertNotice, type NoticesEvent, type NoticesRef } from '../session/notices.machine';
import { workflow } from '../supervision';
import { mayHandle } from './permission';
import { handleRequisition, type InventoryParent } from './ports';

interface HandlingInput {
  readonly parent: InventoryParent;
  readonly notices: NoticesRef;
}

interface HandlingContext extends HandlingInput {
  /** The requisition that is being handled, or was last. */
  readonly requisition: Requisition | null;
  readonly decision: RequisitionDecision;
  /** The typed reason of the denial. */
  readonly reason: string;
  /** Why the denial has failed that is being confirmed again; '' at the first time. */
  readonly failure: string;
}

type HandlingEvent =
  | {
      type: 'requisition.handle';
      decision: RequisitionDecision;
      requisition: Requisition;
      roles: readonly string[];
      /** Whether less of one of its items is in stock than is requested. */
      isShort: boolean;
    }
  | { type: 'reason.changed'; reason: string }
  | { type: 'denial.confirm' }
  | { type: 'approval.confirm' }
  | { type: 'modal.close' };

/** What is wrong with the reason of a denial, or null. One that is too long is not cut (DECISIONS C2). */
export const reasonProblem = (reason: string) => problemsOf(DenyRequest, { reason }).reason ?? null;

/** The decisions of an inventory manager about requisitions, one at a time (S2 §4, §7, §8, DECISIONS 32). */
export const handlingMachine = workflow({
  types: { input: {} as HandlingInput, context: {} as HandlingContext, events: {} as HandlingEvent },
  actors: { handleRequisition },
  guards: {
    canSendReason: ({ context }) => reasonProblem(context.reason) === null,
    isAllowed: ({ event }) =>
      event.type === 'requisition.handle' && mayHandle(event.requisition, event.decision, event.roles),
    isApprovalBeyondStock: ({ event }) =>
      event.type === 'requisition.handle' &&
      event.decision === 'approve' &&
      event.isShort &&
      mayHandle(event.requisition, 'approve', event.roles),
    isDenial: ({ event }) =>
      event.type === 'requisition.handle' &&
      event.decision === 'deny' &&
      mayHandle(event.requisition, 'deny', event.roles),
  },
  actions: {
    /** The reason of a denial that was overtaken is kept, in case the request is pending all the same. */
    keepRequisition: assign(({ context, event }) => {
      if (event.type !== 'requisition.handle') return context;
      const { requisition, decision } = event;
      const isAgain = decision === 'deny' && requisition.id === context.requisition?.id;
      return { requisition, decision, reason: isAgain ? context.reason : '', failure: '' };
    }),
    forgetReason: assign({ reason: '' }),
  },
}).createMachine({
  id: 'handling',
  context: ({ input }) => ({ ...input, requisition: null, decision: 'approve', reason: '', failure: '' }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'requisition.handle': [
          {
            guard: 'isDenial',
            target: 'denying',
            actions: 'keepRequisition',
            description: 'A denial is final, so it is confirmed first, with a reason if the server accepts one.',
          },
          {
            guard: 'isApprovalBeyondStock',
            target: 'approving',
            actions: 'keepRequisition',
            description: 'An approval cannot be taken back, nor dispatched before there is enough. DECISIONS 324',
          },
          {
            guard: 'isAllowed',
            target: 'submitting',
            actions: 'keepRequisition',
            description: 'The lifecycle decides whether there is such a button. S2 §4',
          },
        ],
      },
    },
    approving: {
      on: {
        'approval.confirm': { target: 'submitting' },
        'modal.close': { target: 'idle' },
      },
    },
    denying: {
      on: {
        'reason.changed': { actions: assign({ reason: ({ event }) => event.reason }) },
        'denial.confirm': { guard: 'canSendReason', target: 'submitting', actions: assign({ failure: '' }) },
        'modal.close': { target: 'idle', actions: 'forgetReason' },
      },
    },
    submitting: {
      on: {
        'modal.close': {
          target: 'idle',
          actions: 'forgetReason',
          description:
            'Closes the dialog of a denial. The denial goes on, and a notice says how it ends. DECISIONS 398',
        },
      },
      invoke: {
        id: 'handleRequisition',
        src: 'handleRequisition',
        input: ({ context: { requisition, decision, reason } }) => ({
          // Always set in this state.
          requisition: requisition as Requisition,
          decision,
          reason: reason.trim() || null,
        }),
        onDone: {
          target: 'idle',
          actions: [
            'forgetReason',
            sendTo(
              ({ context }) => context.parent,
              ({ context: { requisition, decision } }) => ({
                type: 'requisition.handled',
                requisition: requisition as Requisition,
                decision,
              }),
            ),
            sendTo(
              ({ context }) => context.notices,
              ({ context: { requisition, decision } }): NoticesEvent => ({
                type: 'notice.show',
                tone: 'success',
                text: stockTexts.handled[decision](requisition as Requisition),
                topic: 'requisition',
              }),
            ),
          ],
        },
        onError: [
          {
            guard: ({ context: { decision }, event }) =>
              decision === 'deny' && ![404, 409].includes(statusOf(event.error)),
            target: 'denying',
            actions: [
              assign({ failure: ({ event }) => inventoryTexts.decisionFailure('deny', event.error) }),
              sendTo(({ context }) => context.parent, { type: 'inventory.changed' }),
            ],
            description:
              "'Failed to deny requisition.' is said in the dialog, so that the typed reason is not lost. S2 §8",
          },
          {
            target: 'idle',
            actions: [
              sendTo(
                ({ context }) => context.notices,
                ({ context: { decision }, event }) =>
                  alertNotice(inventoryTexts.decisionFailure(decision, event.error)),
              ),
              sendTo(({ context }) => context.parent, { type: 'inventory.changed' }),
            ],
            description:
              "'Failed to {approve|deny|dispatch} requisition.' Of two managers at once the second sees the reason and the new state. S2 §8, DECISIONS 32",
          },
        ],
      },
    },
  },
});
export type HandlingRef = ActorRefFrom<typeof handlingMachine>;
export type HandlingSnapshot = SnapshotFrom<typeof handlingMachine>;
