import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Volunteer } from '../../../src/contract/volunteers';
import {
  selectBaseRoles,
  selectDraft,
  selectFailures,
  selectIsChanged,
  selectIsSaved,
  selectIsSaving,
  selectIsUnsaved,
  type VolunteerEditFact,
  type VolunteerEditSnapshot,
  volunteerEditMachine,
} from '../../../src/machines/people/volunteerEdit.machine';
import { savingTexts, type VolunteerField } from '../../../src/rules/people/peopleTexts';
import { changedFields, draftOf, type VolunteerDraft } from '../../../src/rules/people/volunteerChanges';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, recorder, settle, testWalk, walkOf } from '../../kit/walk';
import { volunteer } from './samples';

const props = () => ({
  ports: { saveVolunteer: promisePort<unknown, { userId: string; field: VolunteerField; draft: VolunteerDraft }>() },
  page: recorder<ActorRef<Snapshot<unknown>, VolunteerEditFact>>(),
});
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  read<T>(select: (snapshot: VolunteerEditSnapshot) => T): T;
}
const admin = ['ROLE_ADMIN'];
const superAdmin = ['ROLE_SUPER_ADMIN'];
const member = ['ROLE_MEMBER'];

const draftIs =
  (change: Partial<VolunteerDraft>) =>
  ({ read }: Setup) =>
    expect(read(selectDraft)).toMatchObject(change);
const chosen = (change: Partial<VolunteerDraft>) => ({ to: 'editing.quiet', sees: draftIs(change) });
const toggled = ({ context: { draft } }: VolunteerEditSnapshot) =>
  chosen({ roles: draft.roles.includes('RESCUE_CAPTAIN') ? ['MEMBER'] : ['MEMBER', 'RESCUE_CAPTAIN'] });
/** What is still to be saved after this update. */
const left = ({ context: { rest } }: VolunteerEditSnapshot) => rest.slice(1);
/** Newer data are used while the roles still wait to be sent (DECISIONS 252), and then only for the roles. */
const ifRolesWait = (before: VolunteerEditSnapshot) =>
  left(before).includes('roles')
    ? {
        to: 'saving',
        sees: ({ read }: Setup) => {
          expect(read(selectDraft)).toMatchObject({ position: before.context.draft.position });
          expect(read(selectBaseRoles)).toEqual(['MEMBER', 'RESCUE_CAPTAIN']);
        },
      }
    : null;
const end = (state: 'saved' | 'refused', texts?: readonly string[]) => ({
  to: `editing.${state}`,
  sees: ({ read, page }: Setup) => {
    expect(page.received.at(-1)).toEqual({ type: 'changes.saved' });
    if (texts) expect(read(selectFailures)).toEqual(texts);
  },
});
/** A failure is over when all that was chosen is there (DECISIONS 331). */
const comes =
  (fetched: Volunteer) =>
  ({ context: { base, draft } }: VolunteerEditSnapshot) => {
    const isThere = (field: VolunteerField) => String(draft[field]) === String(draftOf(fetched)[field]);
    return changedFields(base, draft).every(isThere) ? 'editing.saved' : 'editing.refused';
  };
const titles = { position: 'Position', experience: 'Experience', roles: 'Roles' };
const failing = (words: (field: VolunteerField) => string) => (snapshot: VolunteerEditSnapshot) => {
  const texts = [...snapshot.context.failures, words(snapshot.context.rest[0] as VolunteerField)];
  return left(snapshot).length > 0 ? 'saving' : end('refused', texts);
};

const walk = walkOf({
  machine: volunteerEditMachine,
  props,
  input: ({ page }) => ({ volunteer: volunteer(), page: page.ref }),
  key: ({ context: { base, draft, rest, failures } }) => [
    base.position,
    base.roles.length,
    draft.position,
    draft.roles.length,
    rest,
    failures.length,
  ],
  keeps: ({ context: { draft } }) => draft,
  samples: {
    'the same volunteer came': { type: 'volunteer.fetched', volunteer: volunteer() },
    'an Executive came': { type: 'volunteer.fetched', volunteer: volunteer({ position: 'EXECUTIVE' }) },
    'Executive by a super admin': { type: 'position.choose', position: 'EXECUTIVE', by: superAdmin },
    'Executive by an admin': { type: 'position.choose', position: 'EXECUTIVE', by: admin },
    'Beginner by a super admin': { type: 'experience.choose', experience: 'Beginner', by: superAdmin },
    'Expert by an admin': { type: 'experience.choose', experience: 'Expert', by: admin },
    'captain by an admin': { type: 'role.toggle', role: 'RESCUE_CAPTAIN', by: admin },
    'admin by an admin': { type: 'role.toggle', role: 'ADMIN', by: admin },
    'captain by a member': { type: 'role.toggle', role: 'RESCUE_CAPTAIN', by: member },
    Save: { type: 'changes.save' },
    Undo: { type: 'changes.undo' },
    saved: done('saveVolunteer'),
    forbidden: failed('saveVolunteer', new CallFailure('refused', 403, 'Not yours.')),
    // S2 §9: 3 s.
    'the status is over': elapsed('xstate.after.status.volunteerEdit.editing.saved', 3_000),
  },
  ways: [
    {
      way: [{ type: 'experience.choose', experience: 'Expert', by: superAdmin }],
      sees: ({ read }) => expect(read(selectDraft).experience).toBe('Expert'),
    },
  ],
  states: {
    editing: {
      sees: ({ read, ports }) => {
        expect(read(selectIsSaving)).toBe(false);
        expect(read(selectIsUnsaved)).toBe(read(selectIsChanged));
        expect(ports.saveVolunteer.running).toBe(false);
        expect(read(selectBaseRoles).length).toBeGreaterThan(0);
      },
      takes: {
        'the same volunteer came': 'editing',
        'an Executive came': 'editing',
        'Executive by a super admin': chosen({ position: 'EXECUTIVE' }),
        'Beginner by a super admin': chosen({ experience: 'Beginner' }),
        'captain by an admin': toggled,
        Save: (snapshot) => (selectIsChanged(snapshot) ? 'saving' : null),
        Undo: (snapshot) =>
          selectIsChanged(snapshot)
            ? { to: 'editing.quiet', sees: ({ read }) => expect(read(selectIsChanged)).toBe(false) }
            : null,
      },
    },
    'editing.quiet': {
      sees: ({ read }) => expect([read(selectIsSaved), read(selectFailures)]).toEqual([false, null]),
    },
    'editing.saved': {
      sees: ({ read }) => expect([read(selectIsSaved), read(selectFailures)]).toEqual([true, null]),
      takes: { 'the status is over': 'editing.quiet' },
    },
    'editing.refused': {
      sees: ({ read }) => {
        expect(read(selectIsSaved)).toBe(false);
        expect(read(selectFailures)).not.toEqual([]);
      },
      takes: {
        'the same volunteer came': comes(volunteer()),
        'an Executive came': comes(volunteer({ position: 'EXECUTIVE' })),
      },
    },
    saving: {
      sees: ({ read, ports, actor }) => {
        const { rest, base, draft } = actor.getSnapshot().context;
        expect([read(selectIsSaving), read(selectIsSaved), read(selectFailures)]).toEqual([true, false, null]);
        expect(ports.saveVolunteer.running).toBe(true);
        const [field, ...later] = rest;
        // While another field is sent the roles follow newer data.
        const sent = (values: VolunteerDraft) => (field === 'roles' ? values : { ...values, roles: expect.any(Array) });
        expect(ports.saveVolunteer.calls.at(-1)).toEqual({
          userId: 'tara',
          name: 'Tara Iyer',
          field,
          later,
          base: sent(base),
          draft: sent(draft),
        });
        expect(read(selectIsUnsaved)).toBe(false);
      },
      takes: {
        saved: (snapshot) =>
          left(snapshot).length > 0 ? 'saving' : end(snapshot.context.failures.length > 0 ? 'refused' : 'saved'),
        forbidden: failing((field) => `${titles[field]}: Not yours.`),
        'the same volunteer came': ifRolesWait,
        'an Executive came': ifRolesWait,
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('Save', () => {
  const start = () => {
    const { ports, page } = props();
    const actors = { saveVolunteer: ports.saveVolunteer.logic as never };
    const actor = createActor(volunteerEditMachine.provide({ actors }), {
      input: { volunteer: volunteer({ roles: ['MEMBER', 'ADMIN', 'VET'] }), page: page.ref },
    });
    return { actor: actor.start(), save: ports.saveVolunteer };
  };

  it('has not failed if the volunteer that is fetched then has all that was chosen (DECISIONS 331)', async () => {
    const { actor, save } = start();
    actor.send({ type: 'position.choose', position: 'EXECUTIVE', by: superAdmin });
    actor.send({ type: 'changes.save' });
    save.reject(new CallFailure('network', 0));
    await settle();
    expect(selectFailures(actor.getSnapshot())).toEqual(['Position could not be saved.']);
    const roles = ['MEMBER', 'ADMIN', 'VET'];
    actor.send({ type: 'volunteer.fetched', volunteer: volunteer({ roles }) });
    expect(selectFailures(actor.getSnapshot())).toEqual(['Position could not be saved.']);
    actor.send({ type: 'volunteer.fetched', volunteer: volunteer({ roles, position: 'EXECUTIVE' }) });
    expect(selectFailures(actor.getSnapshot())).toBe(null);
    expect(selectIsSaved(actor.getSnapshot())).toBe(true);
  });

  it('is up to three PUTs, and what was saved stays saved when one fails', async () => {
    const { actor, save } = start();
    actor.send({ type: 'position.choose', position: 'EXECUTIVE', by: superAdmin });
    actor.send({ type: 'experience.choose', experience: 'Expert', by: superAdmin });
    actor.send({ type: 'role.toggle', role: 'RESCUE_CAPTAIN', by: superAdmin });
    actor.send({ type: 'changes.save' });
    save.resolve(null);
    await settle();
    save.reject(new CallFailure('refused', 500));
    await settle();
    save.resolve(null);
    await settle();
    expect(save.calls.map(({ field }) => field)).toEqual(['position', 'experience', 'roles']);
    const { base, draft } = actor.getSnapshot().context;
    expect(base).toEqual({
      position: 'EXECUTIVE',
      experience: 'Beginner',
      roles: ['MEMBER', 'RESCUE_CAPTAIN', 'ADMIN', 'VET'],
    });
    expect(draft.experience).toBe('Expert');
    expect(selectFailures(actor.getSnapshot())).toEqual(['Experience could not be saved.']);
    expect(savingTexts.failed).toBe('One or more updates failed.');
    expect(savingTexts.saved).toBe('Changes saved successfully!');
    actor.send({ type: 'changes.save' });
    expect(save.calls.at(-1)?.field).toBe('experience');
    expect(save.calls).toHaveLength(4);
  });

  it('repeats the other roles of the member, so that an admin changes only one (DECISIONS P15)', () => {
    const { actor, save } = start();
    actor.send({ type: 'role.toggle', role: 'RESCUE_CAPTAIN', by: admin });
    actor.send({ type: 'changes.save' });
    expect(save.calls.at(-1)?.draft.roles).toEqual(['MEMBER', 'RESCUE_CAPTAIN', 'ADMIN', 'VET']);
  });

  it('keeps unsaved changes when somebody else changes other fields', () => {
    const { actor } = start();
    actor.send({ type: 'position.choose', position: 'EXECUTIVE', by: superAdmin });
    actor.send({
      type: 'volunteer.fetched',
      volunteer: volunteer({ position: 'ASSOCIATE', experienceLevel: 'Advanced', roles: ['MEMBER'] }),
    });
    expect(actor.getSnapshot().context.draft).toEqual({
      position: 'EXECUTIVE',
      experience: 'Advanced',
      roles: ['MEMBER'],
    });
    actor.send({ type: 'changes.undo' });
    expect(actor.getSnapshot().context.draft.position).toBe('ASSOCIATE');
  });

  it('does not take away a role that another admin has given meanwhile', () => {
    const { actor, save } = start();
    actor.send({ type: 'role.toggle', role: 'INVENTORY_MANAGER', by: superAdmin });
    actor.send({ type: 'volunteer.fetched', volunteer: volunteer({ roles: ['MEMBER', 'RESCUE_CAPTAIN'] }) });
    actor.send({ type: 'changes.save' });
    expect(save.calls.at(-1)?.draft.roles).toEqual(['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER']);
  });

  it('does not undo a role that another admin has changed while the fields before it are sent', async () => {
    const { actor, save } = start();
    actor.send({ type: 'position.choose', position: 'EXECUTIVE', by: superAdmin });
    actor.send({ type: 'role.toggle', role: 'INVENTORY_MANAGER', by: superAdmin });
    actor.send({ type: 'changes.save' });
    const fetched = (...roles: string[]) => actor.send({ type: 'volunteer.fetched', volunteer: volunteer({ roles }) });
    fetched('MEMBER', 'RESCUE_CAPTAIN', 'VET');
    // The answer about the position may be older than what is being saved.
    expect(selectDraft(actor.getSnapshot()).position).toBe('EXECUTIVE');
    save.resolve(null);
    await settle();
    const sent = { field: 'roles', draft: { roles: ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'VET'] } };
    expect(save.calls.at(-1)).toMatchObject(sent);
    // From now on an answer may lack what is being saved.
    fetched('MEMBER', 'VET');
    save.resolve(null);
    await settle();
    expect(selectIsSaved(actor.getSnapshot())).toBe(true);
    expect(selectBaseRoles(actor.getSnapshot())).toEqual(sent.draft.roles);
  });
});
