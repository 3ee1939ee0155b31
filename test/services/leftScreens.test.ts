import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { type AdminUser, PendingUsers } from '../../src/contract/administration';
import { CallFailure } from '../../src/contract/failure';
import type { AdminOrder } from '../../src/rules/admin/adminTasks';
import type { Gateways } from '../../src/wiring/gateways';
import { connections, danger, failed, portOf, started, still, success } from './leaving';

// Only the wiring is tested here: the screens that its files hand on need a browser.
vi.mock('../../src/views/people/ApprovalsScreen', () => ({ ApprovalsScreen: null }));
vi.mock('../../src/views/people/VolunteerScreen', () => ({ VolunteerScreen: null }));
vi.mock('../../src/views/people/VolunteersScreen', () => ({ VolunteersScreen: null }));
vi.mock('../../src/views/notifications/NotificationsScreen', () => ({ NotificationsScreen: null }));
vi.mock('../../src/views/admin/AuditScreen', () => ({ AuditScreen: null }));
vi.mock('../../src/views/admin/SuperAdminScreen', () => ({ SuperAdminScreen: null }));

const { provideApprovals } = await import('../../src/wiring/people/approvals');
const { provideVolunteer } = await import('../../src/wiring/people/volunteers');
const { provideNotifications } = await import('../../src/wiring/notifications/notifications');
const { provideSuperAdmin } = await import('../../src/wiring/admin/admin');
const { provideChatList } = await import('../../src/wiring/chat/chatList');

it('the refused list of chats logs its member out when it is left, and nobody else (S1 §4)', () => {
  const { gateways, logOut } = connections();
  const received: string[] = [];
  const ends = createMachine({ on: { 'session.end': { actions: ({ event }) => received.push(event.type) } } });
  const session = createActor(ends).start();
  const refused = () => started(portOf(provideChatList(gateways), 'logoutWhenLeft'), { session });
  refused().stop();
  expect(received).toEqual(['session.end']);
  const late = refused();
  logOut();
  late.stop();
  expect(received).toEqual(['session.end']);
});

describe('a decision about a sign-up', () => {
  const decide = (gateways: Gateways, decision: 'authorize' | 'deny') =>
    started(portOf(provideApprovals(gateways), 'decision', 'decide'), { userId: '9', name: 'Pavan', decision });

  it.each([
    // Without an answer the app looks whether the sign-up is still pending.
    ['authorize', failed, 1, [danger('Failed to authorize Pavan. Please try again.')]],
    ['deny', new CallFailure('network', 0), 1, [danger('Failed to deny Pavan. Please try again.')]],
    // Somebody else was faster: there is nothing to try again.
    ['authorize', new CallFailure('refused', 404), 0, []],
    ['deny', new CallFailure('refused', 409), 0, []],
  ] as const)('%s that fails after the admin has left: %s', async (decision, failure, looks, notices) => {
    const { gateways, told, end, calls } = connections();
    decide(gateways, decision).stop();
    await end(failure);
    expect(calls).toHaveLength(looks);
    for (let look = 0; look < looks; look++) await end([{ userId: '9' }]);
    expect([told, calls]).toEqual([notices, []]);
  });

  const others = [{ userId: '8' }];
  const unreadable = v.parse(PendingUsers, [{ userId: { no: 'id' } }]);
  const made = { status: 'done' };
  const failedWith = (status: number) => ({ status: 'error', error: { status } });
  it.each([
    ['authorize', 'is made if the person is a member', [others, { id: '9' }], made],
    ['deny', 'is made if the person is not', [others, new CallFailure('refused', 404)], made],
    ['authorize', 'is overtaken by a denial', [others, new CallFailure('refused', 404)], failedWith(409)],
    ['deny', 'is overtaken by an authorization', [others, { id: '9' }], failedWith(409)],
    ['deny', 'is unclear if the person cannot be looked up', [others, failed], failedWith(410)],
    ['deny', 'has failed if the sign-up still waits', [[...others, { userId: '9' }]], failedWith(500)],
    ['deny', 'has failed if one that waits cannot be read', [unreadable], failedWith(500)],
    ['authorize', 'has failed if it cannot be looked up', [failed], failedWith(500)],
  ] as const)('%s without an answer %s (DECISIONS 340)', async (verb, _, looks, result) => {
    const { gateways, end, calls } = connections();
    const decision = decide(gateways, verb);
    await end(failed);
    for (const look of looks) await end(look);
    await expect.poll(() => decision.getSnapshot()).toMatchObject(result);
    expect(calls).toEqual([]);
  });

  it('is not looked up for somebody who has logged out meanwhile', async () => {
    const { gateways, end, calls, logOut } = connections();
    const decision = decide(gateways, 'deny');
    logOut();
    await end(failed);
    await expect.poll(() => decision.getSnapshot().status).toBe('error');
    expect(calls).toEqual([]);
  });

  it('is told on the screen alone while that is open, and to nobody else after a logout', async () => {
    const { gateways, told, end, logOut } = connections();
    decide(gateways, 'deny');
    await end(failed);
    await end(failed);
    decide(gateways, 'deny').stop();
    logOut();
    await end(failed);
    expect(told).toEqual([]);
  });
});

describe('a change of notifications', () => {
  const changing = (gateways: Gateways) =>
    started(portOf(provideNotifications(gateways, { vapidPublicKey: '', expiresAt: () => 0 }), 'changes'), undefined);

  it.each([
    ['read', 'Failed to update notification status.'],
    ['readAll', 'Failed to mark all notification as read.'],
    ['delete', 'Failed to delete notification.'],
    ['deleteAll', 'Failed to delete all notification.'],
  ])('%s that fails after the member has left: %s', async (kind, text) => {
    const { gateways, told, end } = connections();
    const changes = changing(gateways);
    changes.send({ type: 'change.make', change: { kind, ids: ['3'] } });
    changes.stop();
    await end(failed);
    // Without an answer it is sent once more, or the app looks whether it is made.
    expect(told).toEqual([]);
    await end(failed);
    expect(told).toEqual([danger(text)]);
  });

  const gone = new CallFailure('refused', 404, 'There is no such notification.');
  it.each([
    ['delete', 'was deleted elsewhere', [gone], 'change.made'],
    // Something on the way, such as the login page of a public network, may answer so, too.
    ['delete', 'is perhaps there', [new CallFailure('refused', 404)], 'change.failed'],
    ['readAll', 'is not known to the server', [new CallFailure('refused', 404, 'Not found.')], 'change.failed'],
    ['delete', 'has lost its answer', [failed, gone], 'change.made'],
    ['read', 'has lost its answer', [failed, {}], 'change.made'],
    ['readAll', 'has lost its answer, and leaves no unread one', [failed, []], 'change.made'],
    ['readAll', 'has lost its answer, and leaves an unread one', [failed, [{ id: '4' }]], 'change.failed'],
    ['deleteAll', 'has lost its answer, and leaves none', [failed, []], 'change.made'],
  ])('%s that %s is told as it is (DECISIONS 340, 393)', async (kind, _, answers, fact) => {
    const { gateways, end } = connections();
    const facts: unknown[] = [];
    const src = portOf(provideNotifications(gateways, { vapidPublicKey: '', expiresAt: () => 0 }), 'changes');
    const owner = createMachine({
      invoke: { id: 'changes', src },
      on: { 'change.*': { actions: ({ event }) => facts.push(event.type) } },
    });
    createActor(owner)
      .start()
      .getSnapshot()
      .children.changes?.send({
        type: 'change.make',
        change: { kind, ids: ['3'] },
      });
    for (const answer of answers) await end(answer);
    await expect.poll(() => facts).toEqual([fact]);
  });

  it('that waits for another one is not made in the name of the next member', async () => {
    const { gateways, calls, end, logOut } = connections();
    const changes = changing(gateways);
    for (const kind of ['read', 'deleteAll']) changes.send({ type: 'change.make', change: { kind, ids: ['3'] } });
    await expect.poll(() => calls.length).toBe(1);
    changes.stop();
    logOut();
    await end({});
    expect(calls).toEqual([]);
  });

  it('is told by its chart while the screen is open, and to nobody else after a logout', async () => {
    const { gateways, told, end, logOut } = connections();
    changing(gateways).send({ type: 'change.make', change: { kind: 'read', ids: ['3'] } });
    await end(failed);
    await end(failed);
    const changes = changing(gateways);
    changes.send({ type: 'change.make', change: { kind: 'read', ids: ['3'] } });
    changes.stop();
    await end(failed);
    logOut();
    await end(failed);
    expect(told).toEqual([]);
  });
});

describe('an act of a super admin', () => {
  const tara: AdminUser = { userId: '4', username: 'tara', firstName: 'Tara', lastName: 'Joshi' };
  const run = (gateways: Gateways, order: AdminOrder, ...path: readonly string[]) =>
    started(portOf(provideSuperAdmin(gateways), ...path, 'runTask'), { order });
  const reset: AdminOrder = { kind: 'resetPassword', user: tara, otherwise: '' };
  const deletion: AdminOrder = { kind: 'deleteUsers', users: [tara], notifyUsers: false };
  const stays = (text: string) => ({ type: 'notice.show', tone: 'success', text, lifetime: null });

  it('that is done after they have left is told, and for a few seconds', async () => {
    const { gateways, told, end } = connections();
    run(gateways, { kind: 'purge', days: '7' }, 'purge').stop();
    await end(undefined);
    expect(told).toEqual([still, success('Notifications older than 7 days were purged.')]);
  });

  it('that fails after they have left is told', async () => {
    const { gateways, told, end } = connections();
    run(gateways, { kind: 'purge', days: '7' }, 'purge').stop();
    await end(failed);
    expect(told).toEqual([still, danger('Failed to purge notifications.')]);
  });

  it('that the server has not done is told with its reason', async () => {
    const { gateways, told, end } = connections();
    run(gateways, { kind: 'clearChat', keep: '100' }, 'clearChat').stop();
    await end({ messages_deleted: null, error: 'Not now.' });
    expect(told).toEqual([still, danger('Not now.')]);
  });

  it('that has made a new password shows it until it is closed, and only to the one who has asked for it', async () => {
    const { gateways, told, end, logOut } = connections();
    const asking = () => run(gateways, reset, 'manageUsers', 'passwordReset');
    asking();
    await end({ password: 'not shown twice' });
    expect(told).toEqual([]);
    asking().stop();
    await end({ password: 'aB3dE5fG7hJ9' });
    const text = 'Password for @tara reset to aB3dE5fG7hJ9\nIt is shown this once. Tell it to the member now.';
    expect(told).toEqual([still, stays(text)]);
    asking().stop();
    logOut();
    await end({ password: 'for nobody else' });
    expect(told.slice(2)).toEqual([still]);
  });

  it('that has deleted users says how many, who was not deleted, and why', async () => {
    const { gateways, told, end, calls } = connections();
    run(gateways, deletion, 'manageUsers', 'deletion').stop();
    // With a key, so that a second press gets the first answer (DECISIONS 281).
    expect(calls[0]?.options).toMatchObject({ headers: { 'Idempotency-Key': expect.any(String) } });
    const skipped = [
      { userId: '4', username: '', reason: 'A super admin cannot be deleted here.' },
      { userId: '5', username: 'sara', reason: '' },
    ];
    await end({ deleted: [{ userId: '6', username: 'dev', reason: '' }], skipped });
    const lines = [
      '1 user deleted, 2 skipped.',
      'Skipped: Tara Joshi (@tara): A super admin cannot be deleted here.',
      'Skipped: @sara',
    ];
    expect(told).toEqual([still, stays(lines.join('\n'))]);
  });
});

describe('the changes of a volunteer', () => {
  const save = (gateways: Gateways) =>
    started(portOf(provideVolunteer(gateways), 'volunteerEdit', 'saveVolunteer'), {
      userId: '4',
      name: 'Tara Joshi',
      field: 'position',
      later: ['experience', 'roles'],
      base: { position: 'MEMBER', experience: 'Beginner', roles: ['MEMBER', 'RESCUE_CAPTAIN'] },
      draft: { position: 'ASSOCIATE', experience: 'Expert', roles: ['MEMBER'] },
    });

  it('are all saved after the admin has left, and each failure is told', async () => {
    const { gateways, told, calls, end } = connections();
    save(gateways).stop();
    // Without the signal of the screen, so that the call is not broken off.
    expect(calls.map(({ options }) => options)).toEqual([{ params: { id: '4' }, body: { position: 'ASSOCIATE' } }]);
    await end(new CallFailure('refused', 403, 'Not yours.'));
    await end({});
    // Another admin has given a role since the page was fetched: it is not taken away (DECISIONS 252).
    await end({ roles: ['ROLE_RESCUE_CAPTAIN', 'ROLE_INVENTORY_MANAGER', 'ROLE_MEMBER'] });
    expect(calls.map(({ options }) => options)).toEqual([
      { params: { id: '4' }, body: ['MEMBER', 'INVENTORY_MANAGER'] },
    ]);
    await end(failed);
    expect(calls).toEqual([]);
    expect(told).toEqual([
      danger('Tara Joshi: One or more updates failed. Position: Not yours.'),
      danger('Tara Joshi: One or more updates failed. Roles could not be saved.'),
    ]);
  });

  it('are not saved with the roles fetched before by somebody who has logged out meanwhile', async () => {
    const { gateways, calls, end, logOut } = connections();
    const saving = started(portOf(provideVolunteer(gateways), 'volunteerEdit', 'saveVolunteer'), {
      userId: '4',
      name: 'Tara Joshi',
      field: 'roles',
      later: [],
      base: { roles: ['MEMBER'] },
      draft: { roles: ['RESCUE_CAPTAIN'] },
    });
    await expect.poll(() => calls.length).toBe(1);
    logOut('8');
    await end({ roles: ['ROLE_MEMBER'] });
    await expect.poll(() => saving.getSnapshot().status).toBe('error');
    expect(calls).toEqual([]);
  });

  it('are saved one by one by the chart while the page is open', async () => {
    const { gateways, calls, end, told } = connections();
    save(gateways);
    await end({});
    expect([calls, told]).toEqual([[], []]);
  });
});
