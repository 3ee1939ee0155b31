import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../server/areas/admin/audit';
import { auditLog } from '../../server/db/schema';
import { resetPasswordByHand } from '../../server/resetPassword';
import type { AuditEntry } from '../../src/contract/administration';
import { copyOfTemplate } from '../kit/database';
import { callsIn, people, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { call, signIn, startTestServer, testConfig } from '../kit/server';
import { signupForm } from '../kit/signupForm';

let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
  await signedIn.server.db.delete(auditLog);
});
afterAll(() => signedIn.server.close());
const { asked } = callsIn(() => signedIn);
const log = async (query = '') => {
  const { status, body } = await asked('super admin', `admin/audit${query}`);
  expect(status).toBe(200);
  return body as AuditEntry[];
};
const asha = { id: '4', name: 'Asha Menon' };
const sara = { id: '5', name: 'Sara Thomas' };
/** The name of Tara after she was deleted (P7). The number distinguishes her from other former members. */
const tara = { id: '7', name: 'Former member 7' };

describe('the audit log', () => {
  it('records who did what to whom, when and with which details, for each administrative act, but not for a refused one', async () => {
    const put = (by: 'admin' | 'super admin', path: string, body?: unknown) => asked(by, path, { method: 'PUT', body });
    const acts = [
      () => put('admin', 'admin/authorize/9'),
      () => put('admin', 'admin/users/7/roles', ['RESCUE_CAPTAIN']),
      () => put('super admin', 'admin/users/7/position', { position: 'EXECUTIVE' }),
      () => put('super admin', 'admin/users/7/experience', { experience: 'Expert' }),
      () => put('super admin', 'admin/users/7/reset-password'),
      () =>
        asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds: ['7'], notifyUsers: true } }),
    ];
    for (const act of acts) expect((await act()).status).toBe(200);
    // Refused calls, and calls that change nothing, are not logged.
    await put('admin', 'admin/authorize/9');
    await put('admin', 'admin/users/5/roles', ['MEMBER']);
    await put('super admin', 'admin/users/1/position', { position: 'MEMBER' });
    await asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds: ['5', '7'] } });

    const entries = await log();
    expect(entries.map(({ action, actor, target, details }) => ({ action, actor, target, details }))).toEqual([
      { action: 'users.deleted', actor: sara, target: tara, details: 'To be told.' },
      { action: 'password.reset', actor: sara, target: tara, details: '' },
      { action: 'experience.changed', actor: sara, target: tara, details: 'Beginner → Expert' },
      { action: 'position.changed', actor: sara, target: tara, details: 'MEMBER → EXECUTIVE' },
      { action: 'roles.changed', actor: asha, target: tara, details: '+RESCUE_CAPTAIN -MEMBER' },
      { action: 'signup.authorized', actor: asha, target: { id: '9', name: 'Pavan Das' }, details: '' },
    ]);
    for (const { at } of entries) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
  });

  it('keeps only the number of a denied sign-up, of which nothing else stays', async () => {
    const form = signupForm({ username: 'denied', firstName: 'Deni', lastName: 'Ed' });
    await call(signedIn.server.base, '/api/auth/signup', { body: form });
    const { body } = await asked('admin', 'admin/pending-users');
    const { userId } =
      (body as { userId: string; firstName: string }[]).find(({ firstName }) => firstName === 'Deni') ?? {};
    await asked('admin', `admin/deny/${userId}`, { method: 'DELETE' });
    expect((await log('?action=signup.denied'))[0]).toMatchObject({
      actor: asha,
      target: null,
      details: `Sign-up ${userId}.`,
    });
    expect(await log('?search=deni')).toEqual([]);
  });

  it('is searched in names and details, whatever the case, and by kind of act', async () => {
    expect((await log('?search=former MEMBER 7')).map(({ action }) => action)).toHaveLength(5);
    expect(await log('?search=tara')).toEqual([]);
    expect((await log('?search=EXECUTIVE')).map(({ action }) => action)).toEqual(['position.changed']);
    expect((await log('?search=sara&action=password.reset')).map(({ action }) => action)).toEqual(['password.reset']);
    expect(await log('?search=%25')).toEqual([]);
    expect(await log('?search=nobody')).toEqual([]);
    // As the app shows the role.
    expect((await log('?search=rescue captain')).map(({ action }) => action)).toEqual(['roles.changed']);
  });

  it('comes in pages of 50, the latest first', async () => {
    const by = { id: people.admin.id, firstName: 'Asha', lastName: 'Menon' };
    for (let number = 0; number < 60; number++)
      await audit(signedIn.server.db, by, 'requisition.ownHandled', { details: `number ${number}` });
    const first = await log('?action=requisition.ownHandled');
    const second = await log(`?action=requisition.ownHandled&before=${first.at(-1)?.id}`);
    expect([...first, ...second].map(({ details }) => details)).toEqual(
      Array.from({ length: 60 }, (_, index) => `number ${59 - index}`),
    );
    expect([first.length, second.length]).toEqual([50, 10]);
    expect(first[0]).toMatchObject({ actor: asha, target: null });
  });

  it.each(['action=all', 'before=x', 'before=', `search=${'x'.repeat(101)}`, 'page=2'])(
    'refuses ?%.30s',
    async (query) => {
      expect(await asked('super admin', `admin/audit?${query}`)).toMatchObject({ status: 400, body: { message: /./ } });
    },
  );
});

describe('npm run reset-password', () => {
  it('gives any member a temporary password, even a super admin', async () => {
    const place = await copyOfTemplate();
    const config = testConfig(place);
    try {
      const line = await resetPasswordByHand(config, ' SuperAdmin ');
      const [, password = ''] =
        /^Password for @superadmin reset to ([a-km-np-z2-9]{12}) \(in the database of DATABASE_URL\)$/.exec(line) ?? [];
      const server = await startTestServer(place);
      await expect(signIn(server.base, 'superadmin')).rejects.toThrow('401');
      const token = await signIn(server.base, 'superadmin', password);
      expect((await call(server.base, '/api/volunteers', { token })).status).toBe(403);
      const changed = await call(server.base, '/api/profile/password', {
        method: 'PUT',
        token,
        body: { oldPassword: password, newPassword: 'kennel-and-crate' },
      });
      const fresh = (changed.body as { token: string }).token;
      const { body } = await call(server.base, '/api/admin/audit?action=password.reset', { token: fresh });
      expect((body as AuditEntry[])[0]).toMatchObject({
        actor: { id: '', name: 'By hand on the server' },
        target: sara,
      });
      await server.close();
      await expect(resetPasswordByHand(config, 'nobody')).rejects.toThrow(
        "no active member with the username 'nobody'",
      );
      await expect(resetPasswordByHand(config, 'pending')).rejects.toThrow('no active member');
      await expect(resetPasswordByHand(config, undefined)).rejects.toThrow('The username is missing');
    } finally {
      await place.remove();
    }
  });
});
