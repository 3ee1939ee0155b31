import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import type { Role } from '../../contract/people';
import type { Volunteer } from '../../contract/volunteers';
import { fullNameOf } from '../../rules/names';
import { savingTexts, type VolunteerField } from '../../rules/people/peopleTexts';
import { mayChangeRole } from '../../rules/people/roleChanges';
import {
  changedFields,
  draftOf,
  mayChangePosition,
  rebasedDraft,
  type VolunteerDraft,
  withRoleToggled,
} from '../../rules/people/volunteerChanges';
import { call } from '../ports';
import { A_FEW_SECONDS } from '../session/notices.machine';
import { keepOnRestart, workflow } from '../supervision';

interface VolunteerSaving {
  readonly userId: string;
  readonly name: string;
  readonly field: VolunteerField;
  /** The fields that are to be saved after this one. */
  readonly later: readonly VolunteerField[];
  /** The values from which the admin has changed them to those of `draft`. */
  readonly base: VolunteerDraft;
  readonly draft: VolunteerDraft;
}

/** One of the up to three PUTs of Save: `draft` holds the new value of the field. Rejects with a CallFailure. */
const saveVolunteer = call<unknown, VolunteerSaving>('saveVolunteer');

/** Sent to the page when Save is finished. */
export type VolunteerEditFact = { type: 'changes.saved' };

/** `by`: the roles of the admin. */
type VolunteerEditEvent =
  | { type: 'volunteer.fetched'; volunteer: Volunteer }
  | { type: 'position.choose'; position: string; by: readonly string[] }
  | { type: 'experience.choose'; experience: string; by: readonly string[] }
  | { type: 'role.toggle'; role: Role; by: readonly string[] }
  | { type: 'changes.save' }
  | { type: 'changes.undo' };

interface VolunteerEditInput {
  readonly volunteer: Volunteer;
  readonly page: ActorRef<Snapshot<unknown>, VolunteerEditFact>;
}

interface VolunteerEditContext {
  readonly userId: string;
  /** The volunteer's full name. */
  readonly name: string;
  readonly page: VolunteerEditInput['page'];
  /** The server's values as last fetched. */
  base: VolunteerDraft;
  /** What is chosen. */
  draft: VolunteerDraft;
  /** The fields that must still be saved. */
  rest: readonly VolunteerField[];
  /** The failed updates, in words. */
  failures: readonly string[];
}

/** Brings base and draft up to a newer version of the volunteer: what is not saved yet stays. */
const upTo = (volunteer: Volunteer, { base, draft }: Pick<VolunteerEditContext, 'base' | 'draft'>) => ({
  base: draftOf(volunteer),
  draft: rebasedDraft(base, draft, draftOf(volunteer)),
});
const isAllThere = ({ base, draft }: Pick<VolunteerEditContext, 'base' | 'draft'>) =>
  changedFields(base, draft).length === 0;

/** The admin controls of a volunteer's page (S2 §2, §5, §6): position, experience and roles, saved together. */
export const volunteerEditMachine = workflow({
  types: {
    input: {} as VolunteerEditInput,
    context: {} as VolunteerEditContext,
    events: {} as VolunteerEditEvent,
  },
  actors: { saveVolunteer },
  delays: {
    /** S2 §9: status messages clear after 3 s. */
    status: A_FEW_SECONDS,
  },
  guards: {
    isChanged: ({ context }) => !isAllThere(context),
    areRolesWaiting: ({ context: { rest } }) => rest.slice(1).includes('roles'),
  },
}).createMachine({
  id: 'volunteerEdit',
  context: ({ input: { volunteer, page } }) => ({
    userId: volunteer.id,
    name: fullNameOf(volunteer),
    page,
    base: draftOf(volunteer),
    draft: draftOf(volunteer),
    rest: [],
    failures: [],
  }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'quiet',
      on: {
        'volunteer.fetched': {
          actions: assign(({ context, event }) => upTo(event.volunteer, context)),
          description: 'Changes by others are shown; unsaved changes made here stay.',
        },
        'position.choose': {
          guard: ({ event }) => mayChangePosition(event.by),
          target: '.quiet',
          actions: assign({ draft: ({ context: { draft }, event: { position } }) => ({ ...draft, position }) }),
          description: 'Only a super admin. S2 §6',
        },
        'experience.choose': {
          guard: ({ event }) => mayChangePosition(event.by),
          target: '.quiet',
          actions: assign({ draft: ({ context: { draft }, event: { experience } }) => ({ ...draft, experience }) }),
          description: 'Only a super admin. S2 §6',
        },
        'role.toggle': {
          guard: ({ context: { base }, event: { role, by } }) => mayChangeRole(role, by, base.roles),
          target: '.quiet',
          actions: assign({
            draft: ({ context: { draft }, event: { role } }) => ({
              ...draft,
              roles: withRoleToggled(draft.roles, role),
            }),
          }),
          description: 'With the limits of S2 §5 and DECISIONS P15.',
        },
        'changes.undo': {
          guard: 'isChanged',
          target: '.quiet',
          actions: assign({ draft: ({ context }) => context.base }),
        },
        'changes.save': {
          guard: 'isChanged',
          target: 'saving',
          actions: assign(({ context: { base, draft } }) => ({ rest: changedFields(base, draft), failures: [] })),
        },
      },
      states: {
        quiet: {},
        saved: {
          description: "'Changes saved successfully!' for 3 s. S2 §8, §9",
          after: { status: { target: 'quiet' } },
        },
        refused: {
          description: "'One or more updates failed.', and which. S2 §8",
          on: {
            'volunteer.fetched': {
              guard: ({ context, event }) => isAllThere(upTo(event.volunteer, context)),
              target: 'saved',
              actions: assign(({ context, event }) => upTo(event.volunteer, context)),
              description:
                'All that was chosen is there: only the answer was lost, or somebody else has chosen the same. DECISIONS 331',
            },
          },
        },
      },
    },
    saving: {
      description:
        'Up to three PUTs, one after the other. What was saved stays saved. The page is fetched again afterwards, so an older answer is not used. S2 §7',
      on: {
        'volunteer.fetched': {
          guard: 'areRolesWaiting',
          actions: assign(({ context, event }) => ({
            base: { ...context.base, roles: upTo(event.volunteer, context).base.roles },
            draft: { ...context.draft, roles: upTo(event.volunteer, context).draft.roles },
          })),
          description:
            'The roles are sent as a whole and last: a role that another admin changes while the fields before them are sent would be undone. DECISIONS 252',
        },
      },
      invoke: {
        id: 'saveVolunteer',
        src: 'saveVolunteer',
        input: ({
          context: {
            userId,
            name,
            base,
            draft,
            rest: [field = 'roles', ...later],
          },
        }) => ({ userId, name, field, later, base, draft }),
        onDone: {
          target: 'advancing',
          actions: assign(
            ({
              context: {
                base,
                draft,
                rest: [field = 'roles', ...rest],
              },
            }) => ({
              base: { ...base, [field]: draft[field] },
              rest,
            }),
          ),
        },
        onError: {
          target: 'advancing',
          actions: assign(
            ({
              context: {
                failures,
                rest: [field = 'roles', ...rest],
              },
              event,
            }) => ({
              failures: [...failures, savingTexts.which(field, event.error)],
              rest,
            }),
          ),
        },
      },
    },
    advancing: {
      always: [
        { guard: ({ context }) => context.rest.length > 0, target: 'saving' },
        {
          guard: ({ context }) => context.failures.length > 0,
          target: 'editing.refused',
          actions: sendTo(({ context }) => context.page, { type: 'changes.saved' }),
        },
        { target: 'editing.saved', actions: sendTo(({ context }) => context.page, { type: 'changes.saved' }) },
      ],
    },
  },
});
keepOnRestart(volunteerEditMachine, 'base', 'draft');
export type VolunteerEditRef = ActorRefFrom<typeof volunteerEditMachine>;
export type VolunteerEditSnapshot = SnapshotFrom<typeof volunteerEditMachine>;

/** What is chosen. */
export const selectDraft = (snapshot: VolunteerEditSnapshot) => snapshot.context.draft;
/** The roles that the server has. */
export const selectBaseRoles = (snapshot: VolunteerEditSnapshot) => snapshot.context.base.roles;
/** Whether what is chosen differs from what the server has. Also accepts undefined, if the chart does not run. */
export const selectIsChanged = (snapshot?: VolunteerEditSnapshot) =>
  snapshot !== undefined && changedFields(snapshot.context.base, snapshot.context.draft).length > 0;
export const selectIsSaving = (snapshot: VolunteerEditSnapshot) => !snapshot.matches('editing');
/** Whether leaving the screen would lose changes. What is being saved is saved even then (DECISIONS 134). */
export const selectIsUnsaved = (snapshot: VolunteerEditSnapshot) =>
  selectIsChanged(snapshot) && !selectIsSaving(snapshot);
export const selectIsSaved = (snapshot: VolunteerEditSnapshot) => snapshot.matches({ editing: 'saved' });
/** The failed updates, or null. */
export const selectFailures = (snapshot: VolunteerEditSnapshot) =>
  snapshot.matches({ editing: 'refused' }) ? snapshot.context.failures : null;
