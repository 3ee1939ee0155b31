import { describe, expect, it } from 'vitest';
import { selectHasMedicineBox, selectMe, selectRoles } from '../../../src/machines/session/session.select';
import { settle } from '../../kit/walk';
import { kabir, mira } from './people';
import { profile } from './sessionFacts';
import { runSession } from './sessionPorts';

describe('the session', () => {
  it('takes the first name from the token (S1 §2), and everything else of the member from the profile', async () => {
    const { actor, ports } = await runSession({ stored: 'mira' });
    expect(selectMe(actor.getSnapshot())).toEqual({ id: '7', firstName: 'Mira', lastName: '', username: 'member' });
    ports.fetchProfile.resolve(profile);
    await settle();
    const me = selectMe(actor.getSnapshot());
    expect(me).toEqual({ id: '7', firstName: 'Mira', lastName: 'Shah', username: 'member' });
    ports.tokenChanges.emit({ type: 'token.stored', ...mira });
    expect(selectMe(actor.getSnapshot())).toBe(me);
  });

  it("keeps the token's roles where the profile names none", async () => {
    const { actor, ports } = await runSession({ stored: 'kabir' });
    ports.fetchProfile.resolve({ id: '9', hasMedicineBox: false });
    await settle();
    expect(selectRoles(actor.getSnapshot())).toEqual(['ROLE_RESCUE_CAPTAIN']);
  });

  it("keeps the token's roles as they are if the profile has the same ones without the ROLE_ prefix: guards run for changed roles only", async () => {
    const { actor, ports } = await runSession({ stored: 'kabir' });
    const roles = selectRoles(actor.getSnapshot());
    ports.fetchProfile.resolve({ id: '9', hasMedicineBox: false, roles: ['RESCUE_CAPTAIN'] });
    await settle();
    expect(selectRoles(actor.getSnapshot())).toBe(roles);
    actor.send({ type: 'profile.refresh' });
    ports.fetchProfile.resolve({ id: '9', hasMedicineBox: false, roles: ['RESCUE_CAPTAIN', 'ADMIN'] });
    await settle();
    expect(selectRoles(actor.getSnapshot())).toEqual(['RESCUE_CAPTAIN', 'ADMIN']);
  });

  it('asks once more for a profile that may have changed while the first answer was on its way, and shows that one meanwhile', async () => {
    const { actor, ports } = await runSession({ stored: 'mira' });
    actor.send({ type: 'profile.refresh' });
    expect(ports.fetchProfile.calls.length).toBe(1);
    ports.fetchProfile.resolve(profile);
    await settle();
    expect(selectRoles(actor.getSnapshot())).toEqual(['ADMIN']);
    ports.fetchProfile.resolve({ ...profile, roles: ['MEMBER'] });
    await settle();
    expect([selectRoles(actor.getSnapshot()), ports.fetchProfile.calls.length]).toEqual([['MEMBER'], 2]);
  });

  it('asks only once after a failure, whatever came while it was asked for before', async () => {
    const { actor, ports } = await runSession({ stored: 'mira' });
    actor.send({ type: 'profile.refresh' });
    ports.fetchProfile.reject(new Error('no answer'));
    await settle();
    actor.send({ type: 'profile.refresh' });
    ports.fetchProfile.resolve(profile);
    await settle();
    expect([actor.getSnapshot().value, ports.fetchProfile.calls.length]).toEqual([{ signedIn: 'complete' }, 2]);
  });

  it('never shows the profile of one member to the next', async () => {
    const { actor, ports } = await runSession({ stored: 'mira' });
    ports.fetchProfile.resolve(profile);
    await settle();
    expect(selectHasMedicineBox(actor.getSnapshot())).toBe(true);
    ports.tokenChanges.emit({ type: 'token.stored', ...kabir });
    expect(selectHasMedicineBox(actor.getSnapshot())).toBe(false);
    expect(actor.getSnapshot().context.profile).toBe(null);
    expect(selectMe(actor.getSnapshot())?.id).toBe('9');
  });
});
