import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { expiryMachine } from '../../../src/machines/session/expiry.machine';
import { sessionMachine } from '../../../src/machines/session/session.machine';
import { selectFarewell, selectIsSignedIn } from '../../../src/machines/session/session.select';
import { settle, streamPort } from '../../kit/walk';
import { mira, renewed, world } from './people';
import { EXPIRED, profile } from './sessionFacts';
import { sessionPorts } from './sessionPorts';

describe('a session whose token is replaced (DECISIONS P10)', () => {
  it('lasts as long as the new token does', async () => {
    const ports = sessionPorts();
    const expiry = streamPort();
    const logics = Object.entries({ ...ports, expiry }).map(([name, port]) => [name, port.logic]);
    const machine = sessionMachine.provide({ actors: Object.fromEntries(logics) });
    const actor = createActor(machine, { input: { world: world() } }).start();
    ports.readToken.resolve(mira);
    await settle();
    actor.send({ type: 'token.renewed', ...renewed });
    expect(expiry.received).toEqual([{ type: 'token.renewed', expiresAt: Date.parse('2026-03-10T11:00:00Z') }]);
  });

  it.each([
    { outcome: 'ends 2 s after a 401', comes: null, farewell: EXPIRED },
    {
      outcome: 'ends with the words of the server, if it has said why (DECISIONS 52)',
      says: 'Your account was deleted.',
      comes: null,
      farewell: 'Your account was deleted.',
    },
    { outcome: 'ends with words of its own, if the server has said nothing', says: '', comes: null, farewell: EXPIRED },
    {
      outcome: 'does not keep the words of the server, if the profile is fetched after them',
      says: 'Your password was changed. Please log in again.',
      isDenied: true,
      comes: null,
      farewell: EXPIRED,
    },
    { outcome: 'goes on where the 401 was for a token that has just been replaced', comes: renewed, farewell: null },
  ])('$outcome', async ({ says, isDenied, comes, farewell }) => {
    const ports = { ...sessionPorts(), pageReturns: streamPort() };
    const logics = Object.entries(ports).map(([name, port]) => [name, port.logic]);
    const expiry = expiryMachine.provide({ actors: { pageReturns: ports.pageReturns.logic } });
    const machine = sessionMachine.provide({ actors: { ...Object.fromEntries(logics), expiry } });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { clock, input: { world: world() } }).start();
    ports.readToken.resolve(mira);
    await settle();
    if (says !== undefined) actor.send({ type: 'session.endReported', reason: says });
    if (isDenied) {
      ports.fetchProfile.resolve(profile);
      await settle();
    }
    actor.send({ type: 'session.rejected', token: mira.token });
    clock.increment(1_999);
    if (comes) actor.send({ type: 'token.renewed', ...comes });
    expect(selectIsSignedIn(actor.getSnapshot())).toBe(true);
    clock.increment(1);
    expect(actor.getSnapshot().matches('leaving')).toBe(farewell !== null);
    expect(selectFarewell(actor.getSnapshot())).toBe(farewell);
  });
});
