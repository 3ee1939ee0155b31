import { describe, expect, it } from 'vitest';
import type { Notification } from '../../src/contract/notifications';
import {
  afterChanges,
  linkOf,
  newestFirst,
  pathOfLink,
  readNotificationFilter,
  withFilter,
  withNewestPage,
} from '../../src/rules/notifications/notifications';
import { deleteAllQuestion, notificationFailures } from '../../src/rules/notifications/notificationTexts';
import { isToldInSeconds, notificationAge } from '../../src/rules/notifications/notificationTimes';

const now = Date.parse('2026-03-10T12:00:00Z');
const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const madeAgo = (age: number) => new Date(now - age).toISOString();

describe('how long ago a notification was made (S2 §9, DECISIONS N1)', () => {
  it.each([
    [0, 'just now'],
    [9_999, 'just now'],
    [10 * SECOND, '10 secs ago'],
    [59_999, '59 secs ago'],
    [60 * SECOND, '1 min ago'],
    [119_999, '1 min ago'],
    [120 * SECOND, '2 mins ago'],
    [3_599_999, '59 mins ago'],
    [3_600 * SECOND, '1 hr ago'],
    [7_200 * SECOND, '2 hrs ago'],
    [DAY - 1, '23 hrs ago'],
    [DAY, '1 day ago'],
    [2 * DAY, '2 days ago'],
    [30 * DAY - 1, '29 days ago'],
    [30 * DAY, '1 mth ago'],
    [60 * DAY, '2 mths ago'],
    [365 * DAY - 1, '12 mths ago'],
    [365 * DAY, '1 yr ago'],
    [730 * DAY, '2 yrs ago'],
  ])('%d ms: %s', (age, words) => {
    expect(notificationAge(madeAgo(age), now)).toBe(words);
  });

  it('is just now for times in the future, and N/A for what is not a time', () => {
    expect(notificationAge(madeAgo(-DAY), now)).toBe('just now');
    expect([notificationAge('', now), notificationAge('yesterday', now)]).toEqual(['N/A', 'N/A']);
  });

  it('is shown in seconds up to a minute', () => {
    expect([isToldInSeconds(now - 59_999, now), isToldInSeconds(now - 60_000, now)]).toEqual([true, false]);
  });
});

it('the texts are those of S2 §8, word for word', () => {
  expect(notificationFailures).toEqual({
    fetch: 'Failed to fetch notification.',
    read: 'Failed to update notification status.',
    readAll: 'Failed to mark all notification as read.',
    delete: 'Failed to delete notification.',
    deleteAll: 'Failed to delete all notification.',
  });
});

it.each([
  [1, 'Your 1 notification will be deleted, read and unread, whatever the filter shows. This cannot be undone.'],
  [
    12,
    'All 12 of your notifications will be deleted, read and unread, whatever the filter shows. This cannot be undone.',
  ],
  [
    null,
    'All of your notifications will be deleted, read and unread, whatever the filter shows. This cannot be undone.',
  ],
  [0, 'There is nothing to delete.'],
])('Delete All of %s says how many, and that all are deleted (DECISIONS N4)', (count, question) => {
  expect(deleteAllQuestion(count)).toBe(question);
});

const one = (id: string, isRead = false): Notification => ({
  id,
  type: 'GENERAL',
  message: `Number ${id}`,
  isRead,
  createdAt: madeAgo(Number(id) * SECOND),
  relatedEntityId: null,
  incidentStatus: null,
  triggeringUserName: null,
});
const idsOf = (listed: readonly Notification[]) => listed.map(({ id }) => id);

describe('what a member has done to notifications', () => {
  const listed = [one('1'), one('2', true), one('3')];

  it('shows as read, or not at all', () => {
    expect(afterChanges(listed, [])).toBe(listed);
    expect(withFilter(listed, 'all')).toBe(listed);
    expect(idsOf(withFilter(listed, 'unread'))).toEqual(['1', '3']);
    expect(idsOf(withFilter(afterChanges(listed, [{ kind: 'read', ids: ['1'] }]), 'unread'))).toEqual(['3']);
    expect(withFilter(afterChanges(listed, [{ kind: 'readAll', ids: ['1', '3'] }]), 'unread')).toEqual([]);
    expect(idsOf(afterChanges(listed, [{ kind: 'delete', ids: ['2'] }]))).toEqual(['1', '3']);
  });

  it('does not affect notifications that have arrived since', () => {
    const changes = [{ kind: 'deleteAll', ids: ['1', '2', '3'] }] as const;
    expect(idsOf(afterChanges([one('9'), ...listed], changes))).toEqual(['9']);
    const read = [{ kind: 'readAll', ids: ['1', '3'] }] as const;
    expect(idsOf(withFilter(afterChanges([one('9'), ...listed], read), 'unread'))).toEqual(['9']);
  });
});

it('the newest is first, and one without a readable time last', () => {
  const odd = { ...one('5'), createdAt: 'once' };
  expect(idsOf(newestFirst([odd, one('3'), one('1'), one('2')]))).toEqual(['1', '2', '3', '5']);
});

describe('the newest page, fetched again', () => {
  const known = [one('3'), one('4'), one('5'), one('6')];

  it('keeps the older ones if it overlaps them', () => {
    const page = [one('1'), one('2'), one('3')];
    expect(withNewestPage(known, page, false)).toEqual({
      listed: [...page, one('4'), one('5'), one('6')],
      hasOlder: true,
    });
  });

  it('keeps them if it is the same page', () => {
    const page = [one('3'), one('4')];
    expect(withNewestPage(known, page, false)).toEqual({ listed: known, hasOlder: true });
    expect(withNewestPage([], page, false)).toEqual({ listed: page, hasOlder: false });
    expect(withNewestPage(known.slice(0, 1), page, false)).toEqual({ listed: page, hasOlder: false });
  });

  it.each([
    ['is all that there is', [one('3')], true],
    ['shows that one was read elsewhere', [one('2'), one('3'), one('4', true)], false],
    ['shows that one was deleted elsewhere', [one('3'), one('5')], false],
    ['does not reach down to them', [one('1'), one('2')], false],
  ])('leaves them out where it %s', (_, page, isWhole) => {
    expect(withNewestPage(known, page, isWhole)).toEqual({ listed: page, hasOlder: false });
  });
});

describe('where a notification leads', () => {
  const mira = { id: '7', roles: ['ROLE_MEMBER'] };
  const to = (type: string, relatedEntityId: string | null, roles: string[]) =>
    linkOf({ type, relatedEntityId }, { id: '7', roles });

  it('INCIDENT to the incident, where it says which', () => {
    expect(to('INCIDENT', '3', mira.roles)).toEqual({ to: '/incident/$incidentId', params: { incidentId: '3' } });
    expect(to('INCIDENT', null, mira.roles)).toBe(null);
  });

  it.each([
    ['ROLE_ADMIN', { to: '/approvals' }],
    ['SUPER_ADMIN', { to: '/approvals' }],
    ['ROLE_MEMBER', null],
    ['INVENTORY_MANAGER', null],
  ])('APPROVAL for %s to %j', (role, link) => {
    expect(to('APPROVAL', '5', [role])).toEqual(link);
  });

  it.each([
    ['INVENTORY_MANAGER', { to: '/inventory' }],
    ['SUPER_ADMIN', { to: '/inventory' }],
    ['ADMIN', { to: '/profile/first-aid-kit/$userId', params: { userId: '7' } }],
    ['MEMBER', { to: '/profile/first-aid-kit/$userId', params: { userId: '7' } }],
  ])('INVENTORY for %s to %j', (role, link) => {
    expect(to('INVENTORY', '5', [role])).toEqual(link);
  });

  it.each([['INVENTORY_MANAGER'], ['SUPER_ADMIN'], ['MEMBER']])(
    'INVENTORY about the own request or kit to the own kit, also for %s (DECISIONS 274)',
    (role) => {
      expect(linkOf({ type: 'INVENTORY', relatedEntityId: '5', isOwn: true }, { id: '7', roles: [role] })).toEqual({
        to: '/profile/first-aid-kit/$userId',
        params: { userId: '7' },
      });
    },
  );

  it('REWARDS to the leaderboard, anything else nowhere', () => {
    expect(to('REWARDS', null, mira.roles)).toEqual({ to: '/leaderboard' });
    expect([to('GENERAL', '3', mira.roles), to('PARTY', '3', mira.roles)]).toEqual([null, null]);
  });

  it.each([
    [{ to: '/incident/$incidentId', params: { incidentId: '3' } }, '/incident/3'],
    [{ to: '/incident/$incidentId', params: { incidentId: '../3?x#y' } }, '/incident/..%2F3%3Fx%23y'],
    [{ to: '/profile/first-aid-kit/$userId', params: { userId: '7' } }, '/profile/first-aid-kit/7'],
    [{ to: '/leaderboard' }, '/leaderboard'],
  ] as const)('%j has the path %s', (link, path) => {
    expect(pathOfLink(link)).toBe(path);
  });
});

it.each([
  ['unread', 'unread'],
  ['all', 'all'],
  [undefined, 'all'],
  [['unread'], 'all'],
])('the address %j asks for %s', (value, filter) => {
  expect(readNotificationFilter(value)).toBe(filter);
});
