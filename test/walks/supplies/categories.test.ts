import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import {
  type CategoriesSnapshot,
  categoriesMachine,
  selectDeleted,
  selectDeletionFailure,
  selectFailure,
  selectIsDeleting,
  selectIsSaving,
  selectName,
  selectRenamed,
} from '../../../src/machines/supplies/categories.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, type RunningChart, scriptedWorld, testWalk, walkOf } from '../../kit/walk';
import { tells } from '../telling';
import { CHANGED, eachFailure, failures, listeners, textsOf } from './samples';

const props = () => ({ ports: { saveCategory: promisePort(), deleteCategory: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof categoriesMachine> & ReturnType<typeof props>;
const dressings = { id: '1', name: 'Dressings' };
const tools = { id: '2', name: 'Tools' };
const IN_USE = 'Cannot delete category. It is currently in use by inventory items.';

describe('a new category', () => {
  it('is sent again under the same key after a lost answer, and another one under another', async () => {
    const { ports, parent } = props();
    const machine = categoriesMachine.provide({ actors: { saveCategory: ports.saveCategory.logic as never } });
    const actor = createActor(machine, { input: { parent: parent.ref, world: scriptedWorld() } }).start();
    const submit = async () => {
      actor.send({ type: 'form.submit' });
      ports.saveCategory.reject(failures['no network']);
      await new Promise(setImmediate);
    };
    actor.send({ type: 'name.changed', name: 'Food' });
    await submit();
    await submit();
    actor.send({ type: 'name.changed', name: 'Feed' });
    await submit();
    const keys = ports.saveCategory.calls.map((call) => (call as { key: string }).key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

/** The field after something was done: empty, for a new category. Screen readers are told. */
const cleared = (sentence: string) => ({
  to: 'editing',
  sees: (setup: Setup) => {
    const { read, parent } = setup;
    tells(setup, sentence);
    expect([read(selectName), read(selectRenamed), read(selectFailure)]).toEqual(['', null, null]);
    expect(parent.received.at(-1)).toEqual(CHANGED);
  },
});
/** The question after a deletion that has failed: the field behind it says nothing. */
const undeleted = (text: string) => ({
  to: 'asking.refused',
  sees: ({ read }: Setup) => expect([read(selectDeletionFailure), read(selectFailure)]).toEqual([text, null]),
});
const failing = (text: string) => ({
  to: 'editing',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});

const asked = { to: 'asking.quiet', sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(null) };

const walk = walkOf({
  machine: categoriesMachine,
  props,
  input: ({ parent }) => ({ parent: parent.ref, world: scriptedWorld() }),
  keeps: ({ context: { name, renamed } }) => [name, renamed],
  key: ({ context: { name, renamed, deleted } }) => [name, renamed, deleted],
  samples: {
    'a name': { type: 'name.changed', name: ' Food ' },
    'a blank name': { type: 'name.changed', name: '  ' },
    rename: { type: 'category.rename', category: dressings },
    'rename no more': { type: 'rename.cancel' },
    submit: { type: 'form.submit' },
    delete: { type: 'category.delete', category: dressings },
    'delete another': { type: 'category.delete', category: tools },
    confirm: { type: 'deletion.confirm' },
    'delete no more': { type: 'deletion.cancel' },
    close: { type: 'modal.close' },
    saved: done('saveCategory'),
    ...eachFailure((name) => failed('saveCategory', failures[name])),
    'it is gone': failed('saveCategory', new CallFailure('refused', 404, 'There is no such category.')),
    deleted: done('deleteCategory'),
    'it is in use': failed('deleteCategory', new CallFailure('refused', 409)),
    'it is in use elsewhere': failed(
      'deleteCategory',
      new CallFailure('refused', 500, 'could not execute statement; Constraint [fk_item_category]'),
    ),
    'the deletion fails': failed('deleteCategory', failures['the server fails']),
    'no network for the deletion': failed('deleteCategory', failures['no network']),
  },
  ways: [{ way: ['a name', 'submit', 'no network', 'submit'] }],
  states: {
    editing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsSaving), read(selectIsDeleting), read(selectDeleted)]).toEqual([false, false, null]);
        expect([ports.saveCategory.running, ports.deleteCategory.running]).toEqual([false, false]);
      },
      takes: {
        'a name': {
          to: 'editing',
          sees: ({ read }) => expect([read(selectName), read(selectFailure)]).toEqual([' Food ', null]),
        },
        'a blank name': { to: 'editing', sees: ({ read }) => expect(read(selectName)).toBe('  ') },
        rename: {
          to: 'editing',
          sees: ({ read }) => expect([read(selectName), read(selectRenamed)]).toEqual(['Dressings', dressings]),
        },
        'rename no more': ({ context }: CategoriesSnapshot) =>
          context.renamed && {
            to: 'editing',
            sees: ({ read }: Setup) => expect([read(selectName), read(selectRenamed)]).toEqual(['', null]),
          },
        submit: ({ context: { name } }: CategoriesSnapshot) =>
          // S2 §5: a category's name must not be blank.
          name.trim() === '' ? failing('Category name is required.') : 'saving',
        delete: asked,
        'delete another': asked,
        close: 'closed',
      },
    },
    saving: {
      sees: ({ read, ports, actor }) => {
        const { name, renamed } = actor.getSnapshot().context;
        expect([read(selectIsSaving), read(selectFailure)]).toEqual([true, null]);
        expect(ports.saveCategory.running).toBe(true);
        expect(ports.saveCategory.calls.at(-1)).toEqual({
          categoryId: renamed ? '1' : null,
          name: name === ' Food ' ? 'Food' : 'Dressings',
          key: expect.stringMatching(/^id-/),
        });
      },
      takes: {
        // The saving goes on all the same (398).
        close: 'closed',
        saved: ({ context: { renamed } }: CategoriesSnapshot) =>
          cleared(renamed ? 'Category renamed.' : 'Category added.'),
        // S2 §8.
        ...eachFailure((name) => failing(textsOf('Failed to save category.')[name])),
        'it is gone': ({ context: { renamed, name } }: CategoriesSnapshot) =>
          renamed
            ? {
                // The next press makes a new one of the typed name.
                to: 'editing',
                sees: ({ read, parent }: Setup) => {
                  expect(read(selectFailure)).toBe('Failed to save category. This category has been deleted.');
                  expect([read(selectName), read(selectRenamed)]).toEqual([name, null]);
                  expect(parent.received.at(-1)).toEqual(CHANGED);
                },
              }
            : failing('Failed to save category.'),
      },
    },
    asking: {
      sees: ({ read, actor }) =>
        expect([read(selectDeleted), read(selectIsDeleting)]).toEqual([actor.getSnapshot().context.deleted, false]),
      takes: { confirm: 'deleting', 'delete no more': 'editing' },
    },
    'asking.quiet': { sees: ({ read }) => expect(read(selectDeletionFailure)).toBe(null) },
    'asking.refused': { sees: ({ read }) => expect(read(selectDeletionFailure)).toMatch(/^(Cannot|Failed to) delete/) },
    deleting: {
      sees: ({ read, ports, actor }) => {
        const { deleted } = actor.getSnapshot().context;
        expect([read(selectDeleted), read(selectIsDeleting), read(selectDeletionFailure)]).toEqual([
          deleted,
          true,
          null,
        ]);
        expect(ports.deleteCategory.running).toBe(true);
        expect(ports.deleteCategory.calls.at(-1)).toEqual({ category: deleted });
      },
      takes: {
        // The deletion goes on all the same (398).
        'delete no more': 'closed',
        // What is typed for another category stays.
        deleted: ({ context: { renamed, deleted, name } }: CategoriesSnapshot) =>
          renamed && renamed.id === deleted?.id
            ? cleared('Category deleted.')
            : {
                to: 'editing',
                sees: (setup: Setup) => {
                  tells(setup, 'Category deleted.');
                  expect([setup.read(selectName), setup.read(selectRenamed)]).toEqual([name, renamed]);
                  expect(setup.parent.received.at(-1)).toEqual(CHANGED);
                },
              },
        'it is in use': undeleted(IN_USE),
        'it is in use elsewhere': undeleted(IN_USE),
        'the deletion fails': undeleted('Failed to delete category.'),
        'no network for the deletion': undeleted('Failed to delete category.'),
      },
    },
    closed: {
      sees: ({ ports }) => expect([ports.saveCategory.running, ports.deleteCategory.running]).toEqual([false, false]),
    },
  },
});
testWalk(walk);
testMutants(walk);
