import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/contract/chats';
import { judge } from '../../../src/machines/lifecycles/judge';
import { messageLifecycle } from '../../../src/machines/lifecycles/message.machine';
import { shouldMarkRead, type Tick, tickOf } from '../../../src/rules/chat/messages';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';
import { message, user } from '../../rules/samples';

const samples = {
  echoed: { type: 'message.echoed' },
  'read by the sender': { type: 'message.read', by: 'mira', sender: 'mira' },
  'read by another': { type: 'message.read', by: 'kabir', sender: 'mira' },
  'reacted by the sender': { type: 'message.reacted', by: 'mira' },
  'reacted by another': { type: 'message.reacted', by: 'kabir' },
  'edited by the sender': { type: 'message.edited', by: 'mira', sender: 'mira', isInTime: true },
  'edited too late': { type: 'message.edited', by: 'mira', sender: 'mira', isInTime: false },
  'edited by another': { type: 'message.edited', by: 'kabir', sender: 'mira', isInTime: true },
  'deleted by the sender': { type: 'message.deleted', by: 'mira', sender: 'mira', isInTime: true },
  'deleted too late': { type: 'message.deleted', by: 'mira', sender: 'mira', isInTime: false },
  'deleted by another': { type: 'message.deleted', by: 'kabir', sender: 'mira', isInTime: true },
  'pinned by a captain': { type: 'message.pinned', roles: ['MEMBER', 'RESCUE_CAPTAIN'] },
  'pinned by a member': { type: 'message.pinned', roles: ['MEMBER'] },
  'unpinned by an admin': { type: 'message.unpinned', roles: ['ROLE_ADMIN'] },
  'unpinned by a member': { type: 'message.unpinned', roles: ['MEMBER', 'INVENTORY_MANAGER'] },
} as const;

/** Typed from S1 §4 and DECISIONS 11, 40, 164, 165. What is missing is refused. */
const table = {
  temp: { echoed: 'confirmed' },
  confirmed: {
    echoed: 'confirmed',
    'read by another': 'seen',
    'reacted by the sender': 'confirmed',
    'reacted by another': 'confirmed',
    'edited by the sender': 'confirmed',
    'pinned by a captain': 'confirmed',
    'unpinned by an admin': 'confirmed',
    'deleted by the sender': 'deleted',
  },
  seen: {
    echoed: 'seen',
    'read by another': 'seen',
    'reacted by the sender': 'seen',
    'reacted by another': 'seen',
    'edited by the sender': 'seen',
    'pinned by a captain': 'seen',
    'unpinned by an admin': 'seen',
    'deleted by the sender': 'deleted',
  },
  deleted: {
    echoed: 'deleted',
    'read by another': 'deleted',
    'deleted by the sender': 'deleted',
    'unpinned by an admin': 'deleted',
  },
} as const;

const walk = walkOf({
  machine: messageLifecycle,
  samples,
  states: {
    temp: { takes: table.temp },
    confirmed: { takes: table.confirmed },
    seen: { takes: table.seen },
    deleted: { takes: table.deleted },
  },
});
testWalk(walk);
testMutants(walk);

describe('message, judged', () => {
  it('refuses reads and reactions while nobody else knows the message, whoever asks', () => {
    for (const name of [
      'read by another',
      'read by the sender',
      'reacted by another',
      'reacted by the sender',
    ] as const) {
      expect(judge(messageLifecycle, 'temp', samples[name])).toEqual({ allowed: false, because: 'state' });
    }
  });

  it('refuses the sender what only others may do', () => {
    expect(judge(messageLifecycle, 'confirmed', samples['read by the sender'])).toEqual({
      allowed: false,
      because: 'role',
    });
    expect(judge(messageLifecycle, 'seen', samples['read by the sender'])).toEqual({ allowed: false, because: 'role' });
  });

  it('throws for a status that it does not have', () => {
    expect(() => judge(messageLifecycle, 'lost' as 'temp', samples.echoed)).toThrow(
      'messageLifecycle has no status lost',
    );
  });
});

/** A message of Mira's, as the rules of the client see it, which keeps no actor for it. */
describe('message, as the client shows it', () => {
  const [mira, kabir] = [user('mira'), user('kabir')];
  const states: [keyof typeof table, Partial<Message>, Tick][] = [
    ['temp', { id: 'temp-c1' }, 'clock'],
    ['confirmed', {}, 'sent'],
    ['seen', { seenBy: [kabir] }, 'read'],
    ['deleted', { deletedAt: '2026-03-10T12:05:00.000Z' }, 'sent'],
  ];

  it.each(states)('%s has its tick', (_, parts, tick) => {
    expect(tickOf(message({ sender: mira, ...parts }), 'mira')).toBe(tick);
  });

  it.each(states)('%s is marked as read if its chart allows it', (status, parts) => {
    for (const reader of ['mira', 'tara']) {
      const receipt = { type: 'message.read', by: reader, sender: 'mira' } as const;
      const { allowed } = judge(messageLifecycle, status, receipt);
      expect(shouldMarkRead(message({ sender: mira, ...parts }), reader)).toBe(allowed);
    }
  });
});
