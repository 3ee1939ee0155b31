import { type Person, roleOf } from './otherPeople';
import type { S2Part } from './s2part';

type Body = Readonly<Record<string, unknown>>;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const named = (id: number, firstName: string, lastName: string) => ({ id, firstName, lastName });
const everybody = [named(583, 'Mira', 'Sen'), named(584, 'Kabir', 'Rao'), named(585, 'Mary Ann', 'Smith')];
const applicant = (userId: number, firstName: string) => ({
  ...{ userId, firstName, lastName: 'Das', experienceLevel: 'Beginner', motivation: 'I like dogs.' },
  ...{ phoneNumber: '9876543210', address: '4 Market Lane', hasVehicle: false, vehicleType: '' },
  ...{ canProvideShelter: false, hasMedicineBox: false },
});
const notification = (id: number, message: string, isRead: boolean) => ({
  ...{ id, type: 'GENERAL', message, isRead, createdAt: minutesAgo(id), relatedEntityId: null },
  ...{ incidentStatus: null, triggeringUserName: null },
});

/** People, notifications and administration of a server that knows only S2 §7. Ids are numbers, and changes are answered with text. */
export function openPeople(): {
  readonly part: S2Part;
  /** The calls that change something, oldest first, such as 'PUT /api/profile/shelter {…}'. */
  readonly told: readonly string[];
} {
  const told: string[] = [];
  let profile: Body = {
    ...{ casesCompleted: 3, hearts: 2, distanceTraveled: 4.25, availabilityStatus: 'Available' },
    ...{ hasMedicineBox: false, hasVehicle: false, vehicleType: null, canProvideShelter: false },
  };
  let pending = [applicant(701, 'Pavan'), applicant(702, 'Nila')];
  let members = everybody;
  let notifications = [1, 2, 3].map((id) => notification(id, `Something happened (${id}).`, id === 3));
  const volunteer: Record<string, unknown> = {
    ...{ id: 585, firstName: 'Mary Ann', lastName: 'Smith', phoneNumber: '9876543211' },
    ...{ joinedSince: '2024-01-31', position: 'MEMBER', experienceLevel: 'Beginner', roles: ['ROLE_MEMBER'] },
    ...{ hasVehicle: true, vehicleType: 'Scooty', canProvideShelter: false, hasMedicineBox: true },
  };

  /** The answer to a GET, or undefined. */
  function read(path: string, search: string, person: Person): unknown {
    switch (path) {
      case '/api/profile':
        return { ...person, ...profile, roles: [roleOf(person)] };
      case '/api/volunteers':
        return members.map(({ id, firstName, lastName }) => ({
          ...{ id, fullName: `${firstName} ${lastName}`, position: 'VICE_PRESIDENT', availabilityStatus: 'Available' },
        }));
      case '/api/volunteers/585':
        return volunteer;
      case '/api/first-aid-kit/585':
        return [];
      case '/api/admin/pending-users':
        return pending;
      case '/api/admin/users':
        return members.map(({ id, ...names }) => ({ userId: id, username: names.firstName.toLowerCase(), ...names }));
      case '/api/notifications':
        return search.includes('true') ? notifications.filter(({ isRead }) => !isRead) : notifications;
      default:
        return undefined;
    }
  }

  const settle = (body: Body) => {
    profile = { ...profile, ...body };
  };
  const decide = (id: number) => {
    pending = pending.filter(({ userId }) => userId !== id);
  };
  const set = (field: string, value: unknown) => {
    volunteer[field] = value;
  };
  const keepNotifications = (kept: typeof notifications) => {
    notifications = kept;
  };
  const markRead = (isMeant: (id: number) => boolean) =>
    keepNotifications(notifications.map((one) => (isMeant(one.id) ? { ...one, isRead: true } : one)));
  /** The calls of S2 §7 that change something, by method and path with ids as {id}. */
  const acts: Readonly<Record<string, (id: number, body: Body & readonly string[]) => unknown>> = {
    'PUT /api/profile/availability': (_, body) => settle(body),
    'PUT /api/profile/medicine-box': (_, body) => settle(body),
    'PUT /api/profile/shelter': (_, body) => settle(body),
    'PUT /api/profile/vehicle': (_, body) => settle(body),
    'PUT /api/profile/location': () => undefined,
    'PUT /api/profile/password': () => undefined,
    'PUT /api/admin/authorize/{id}': decide,
    'DELETE /api/admin/deny/{id}': decide,
    'PUT /api/admin/users/{id}/experience': (_, { experience }) => set('experienceLevel', experience),
    'PUT /api/admin/users/{id}/position': (_, { position }) => set('position', position),
    'PUT /api/admin/users/{id}/roles': (_, body) => set('roles', body),
    'PUT /api/admin/users/{id}/reset-password': () => undefined,
    'DELETE /api/admin/users/batch': (_, { userIds }) => {
      members = members.filter(({ id }) => id === 583 || !(userIds as number[]).includes(id));
      return { deleted: ['kabir'], skipped: [583] };
    },
    'DELETE /api/admin/clear-global-chat': () => ({ messages_deleted: 2 }),
    'DELETE /api/admin/reset-application-keep-users': () => undefined,
    'DELETE /api/notifications/older-than/{id}': () => undefined,
    'DELETE /api/notifications/all': () => keepNotifications([]),
    'DELETE /api/notifications/{id}': (id) => keepNotifications(notifications.filter((one) => one.id !== id)),
    'PUT /api/notifications/read-all': () => markRead(() => true),
    'PUT /api/notifications/{id}/read': (id) => markRead((one) => one === id),
  };

  return {
    told,
    part({ method, path, search, body, person, noteBeyond }) {
      const call = `${method} ${path}`;
      if (method === 'GET') {
        const found = read(path, search, person);
        return found === undefined ? undefined : { status: 200, body: found };
      }
      const act = acts[call.replace(/\/\d+(?=\/|$)/, '/{id}')];
      if (act) {
        told.push([call + search, body && JSON.stringify(body)].filter(Boolean).join(' '));
        const answer = act(Number(/\/(\d+)/.exec(call)?.[1]), (body ?? {}) as Body & readonly string[]);
        return { status: 200, body: answer ?? 'Done.' };
      }
      if (/\/api\/(admin|notifications|profile)/.test(path)) noteBeyond(`call ${call}`);
      return undefined;
    },
  };
}
