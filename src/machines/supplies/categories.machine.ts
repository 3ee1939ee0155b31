import { type ActorRefFrom, assign, emit, type SnapshotFrom, sendTo } from 'xstate';
import { statusOf } from '../../contract/failure';
import { type Category, CategoryRequest } from '../../contract/inventory';
import { problemsOf } from '../../contract/problems';
import { inventoryTexts, stockTexts } from '../../rules/supplies/inventoryTexts';
import type { World } from '../../rules/world';
import { announcement, type DoneAnnounced } from '../announcement';
import { keepOnRestart, workflow } from '../supervision';
import { deleteCategory, type InventoryParent, saveCategory } from './ports';

interface CategoriesInput {
  readonly parent: InventoryParent;
  readonly world: Pick<World, 'createId'>;
}

interface CategoriesContext extends CategoriesInput {
  /** The name in the field. */
  readonly name: string;
  /** The category that is renamed; null if the field is for a new one. */
  readonly renamed: Category | null;
  /** The category that is being deleted. */
  readonly deleted: Category | null;
  /** The error of the name, or why it could not be saved. */
  readonly failure: string | null;
  /** Why the category could not be deleted. */
  readonly deletionFailure: string;
  readonly key: string;
}

type CategoriesEvent =
  | { type: 'name.changed'; name: string }
  | { type: 'category.rename'; category: Category }
  | { type: 'rename.cancel' }
  | { type: 'form.submit' }
  | { type: 'category.delete'; category: Category }
  | { type: 'deletion.confirm' }
  | { type: 'deletion.cancel' }
  | { type: 'modal.close' };

const problemOf = (name: string) => problemsOf(CategoryRequest, { name }).name ?? null;

/** The categories modal: list, new, rename, delete (S2 §2, §5, §7, §8). It is done when it is closed. */
export const categoriesMachine = workflow({
  types: {
    input: {} as CategoriesInput,
    context: {} as CategoriesContext,
    events: {} as CategoriesEvent,
    emitted: {} as DoneAnnounced,
  },
  actors: { saveCategory, deleteCategory },
  guards: { isBeingRenamed: ({ context: { renamed, deleted } }) => renamed !== null && renamed.id === deleted?.id },
  actions: {
    tellChanged: sendTo(({ context }) => context.parent, { type: 'inventory.changed' }),
    clearField: assign(({ context }) => ({
      name: '',
      renamed: null,
      failure: null,
      key: context.world.createId(),
    })),
  },
}).createMachine({
  id: 'categories',
  context: ({ input }) => ({
    ...input,
    name: '',
    renamed: null,
    deleted: null,
    failure: null,
    deletionFailure: '',
    key: input.world.createId(),
  }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'name.changed': {
          actions: assign(({ context, event }) => ({
            name: event.name,
            failure: null,
            key: context.world.createId(),
          })),
        },
        'category.rename': {
          actions: assign({
            renamed: ({ event }) => event.category,
            name: ({ event }) => event.category.name,
            failure: null,
          }),
        },
        'rename.cancel': { guard: ({ context }) => context.renamed !== null, actions: 'clearField' },
        'form.submit': [
          {
            guard: ({ context: { name } }) => problemOf(name) !== null,
            actions: assign({ failure: ({ context: { name } }) => problemOf(name) }),
            description: 'The name must not be blank. S2 §5',
          },
          { target: 'saving', actions: assign({ failure: null }) },
        ],
        'category.delete': {
          target: 'asking',
          actions: assign({ deleted: ({ event }) => event.category, failure: null }),
          description: 'What is typed in the field stays.',
        },
        'modal.close': { target: 'closed' },
      },
    },
    saving: {
      on: {
        'modal.close': {
          target: 'closed',
          description: 'What is being saved goes on, and a notice says how it ends. DECISIONS 398',
        },
      },
      invoke: {
        id: 'saveCategory',
        src: 'saveCategory',
        input: ({ context: { renamed, name, key } }) => ({
          categoryId: renamed?.id ?? null,
          name: name.trim(),
          key,
        }),
        onDone: {
          target: 'editing',
          actions: [
            emit(({ context: { renamed } }) =>
              announcement(renamed ? stockTexts.categoryRenamed : stockTexts.categoryAdded),
            ),
            'clearField',
            'tellChanged',
          ],
        },
        onError: [
          {
            guard: ({ context, event }) => context.renamed !== null && statusOf(event.error) === 404,
            target: 'editing',
            actions: [
              assign({
                renamed: null,
                failure: ({ event }) => inventoryTexts.categoryFailure(event.error, true),
                key: ({ context }) => context.world.createId(),
              }),
              'tellChanged',
            ],
            description:
              'Another manager has deleted it. The typed name stays: saving again makes a new category of it.',
          },
          {
            target: 'editing',
            actions: assign({ failure: ({ event }) => inventoryTexts.categoryFailure(event.error) }),
            description: "'Failed to save category.' S2 §8",
          },
        ],
      },
    },
    asking: {
      on: { 'deletion.confirm': { target: 'deleting' }, 'deletion.cancel': { target: 'editing' } },
      initial: 'quiet',
      states: {
        quiet: {},
        refused: {
          description:
            "'Failed to delete category.', or that items are in it. It is said in the question, because the field is above a list that may be long. S2 §8, DECISIONS K2",
        },
      },
    },
    deleting: {
      on: {
        'deletion.cancel': {
          target: 'closed',
          description:
            'The deletion goes on, and a notice says how it ends. The notice is on the page, so the list is closed, too. DECISIONS 398',
        },
      },
      invoke: {
        id: 'deleteCategory',
        src: 'deleteCategory',
        input: ({ context: { deleted } }) => ({ category: deleted as Category }),
        onDone: [
          {
            guard: 'isBeingRenamed',
            target: 'editing',
            actions: [emit(announcement(stockTexts.categoryDeleted)), 'clearField', 'tellChanged'],
          },
          { target: 'editing', actions: [emit(announcement(stockTexts.categoryDeleted)), 'tellChanged'] },
        ],
        onError: {
          target: 'asking.refused',
          actions: assign({ deletionFailure: ({ event }) => inventoryTexts.categoryDeletionFailure(event.error) }),
        },
      },
    },
    closed: { type: 'final' },
  },
});
keepOnRestart(categoriesMachine, 'name', 'renamed');

export type CategoriesRef = ActorRefFrom<typeof categoriesMachine>;
export type CategoriesSnapshot = SnapshotFrom<typeof categoriesMachine>;

export const selectName = (snapshot: CategoriesSnapshot) => snapshot.context.name;
/** The category that is renamed, or null. */
export const selectRenamed = (snapshot: CategoriesSnapshot) => snapshot.context.renamed;
/** The category whose deletion is being confirmed or carried out, or null. */
export const selectDeleted = (snapshot: CategoriesSnapshot) =>
  snapshot.matches('asking') || snapshot.matches('deleting') ? snapshot.context.deleted : null;
export const selectFailure = (snapshot: CategoriesSnapshot) => snapshot.context.failure;
/** Why the category could not be deleted, or null. */
export const selectDeletionFailure = (snapshot: CategoriesSnapshot) =>
  snapshot.matches({ asking: 'refused' }) ? snapshot.context.deletionFailure : null;
export const selectIsSaving = (snapshot: CategoriesSnapshot) => snapshot.matches('saving');
export const selectIsDeleting = (snapshot: CategoriesSnapshot) => snapshot.matches('deleting');
