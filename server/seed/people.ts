import { and, eq, inArray } from 'drizzle-orm';
import type { Role } from '../../src/contract/people';
import type { SignupRequest } from '../../src/contract/signup';
import { removeMember } from '../areas/admin/removal';
import { activate, signUp } from '../areas/session/accounts';
import { isPasswordOf } from '../areas/session/passwords';
import { type Config, placeOf } from '../config';
import type { Db } from '../db/open';
import { users } from '../db/schema';
import type { Ago } from './ago';

const DEMO_PASSWORD = 'rescue-demo';

interface DemoPerson {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  readonly about: Partial<SignupRequest>;
  /** How many days ago the account was authorized. */
  readonly joined: number;
}

/** The demo accounts of DECISIONS 15. */
const people = [
  {
    username: 'member',
    firstName: 'Mira',
    lastName: 'Nair',
    roles: [],
    about: {
      hasMedicineBox: true,
      hasVehicle: true,
      vehicleType: 'Scooty',
      experienceLevel: 'Intermediate',
      latitude: 18.5167,
      longitude: 73.8562,
    },
    joined: 432,
  },
  {
    username: 'captain',
    firstName: 'Kabir',
    lastName: 'Sethi',
    roles: ['RESCUE_CAPTAIN'],
    about: {
      hasVehicle: true,
      vehicleType: 'Car',
      experienceLevel: 'Expert',
      canProvideShelter: true,
      latitude: 18.5089,
      longitude: 73.926,
    },
    joined: 1260,
  },
  {
    username: 'inventory',
    firstName: 'Indu',
    lastName: 'Rao',
    roles: ['INVENTORY_MANAGER'],
    about: { experienceLevel: 'Advanced', latitude: 18.5602, longitude: 73.8031 },
    joined: 810,
  },
  {
    username: 'admin',
    firstName: 'Asha',
    lastName: 'Menon',
    roles: ['ADMIN'],
    about: { experienceLevel: 'Advanced' },
    joined: 1480,
  },
  {
    username: 'superadmin',
    firstName: 'Sara',
    lastName: 'Thomas',
    roles: ['SUPER_ADMIN'],
    about: { experienceLevel: 'Expert' },
    joined: 1900,
  },
  {
    username: 'ravi',
    firstName: 'Ravi',
    lastName: 'Kulkarni',
    roles: [],
    about: { hasVehicle: true, vehicleType: 'Bike', hasMedicineBox: true, latitude: 18.5314, longitude: 73.8446 },
    joined: 370,
  },
  { username: 'tara', firstName: 'Tara', lastName: 'Joshi', roles: [], about: { canProvideShelter: true }, joined: 45 },
] as const satisfies readonly DemoPerson[];

/** A former member, whose messages and acts are still there (DECISIONS P7). */
const leaver = {
  username: 'neel',
  firstName: 'Neel',
  lastName: 'Bhatt',
  roles: [],
  about: { hasVehicle: true, vehicleType: 'Bike' },
  joined: 620,
} as const satisfies DemoPerson;

const members = [...people, leaver];

const pending: Omit<DemoPerson, 'joined'> = {
  username: 'pending',
  firstName: 'Pavan',
  lastName: 'Das',
  roles: [],
  about: { motivation: 'I walk past the market every day and want to help the dogs there.', address: '4 Market Lane' },
};

type DemoName = (typeof people)[number]['username'] | (typeof leaver)['username'];
/** The ids of the demo members by username. */
export type DemoIds = Readonly<Record<DemoName, number>>;

/** Signs up the demo accounts and authorizes all except the pending one. The leaver is removed later, by `seedRemoval`. */
export async function seedPeople(db: Db, ago: Ago): Promise<DemoIds> {
  const ids: [string, number][] = [];
  for (const [index, person] of members.entries()) {
    const { userId } = await signUp(db, formOf(person, index));
    ids.push([person.username, userId]);
  }
  // Authorized only after all have signed up, so that the admins have no notifications about these sign-ups, only about the
  // pending one.
  for (const [index, { roles, joined }] of members.entries()) {
    const [, userId = 0] = ids[index] ?? [];
    await activate(db, userId, roles, ago({ days: joined }));
  }
  await signUp(db, formOf(pending, members.length));
  return Object.fromEntries(ids) as DemoIds;
}

/** The answers of a sign-up form that nobody has filled in. */
export const nothingSaid = {
  address: '',
  motivation: '',
  hasVehicle: false,
  vehicleType: '',
  canProvideShelter: false,
  hasMedicineBox: false,
  experienceLevel: 'Beginner',
  latitude: null,
  longitude: null,
} as const;

/** Removes the leaver, who becomes a former member. */
export async function seedRemoval(db: Db, ids: DemoIds): Promise<void> {
  await removeMember(db, ids.superadmin, ids.neel, false);
}

const formOf = (
  { username, firstName, lastName, about }: Omit<DemoPerson, 'joined'>,
  index: number,
): SignupRequest => ({
  username,
  firstName,
  lastName,
  password: DEMO_PASSWORD,
  phoneNumber: `900000000${index}`,
  ...nothingSaid,
  ...about,
});

/**
 * The usernames with which anybody can log in, because they still have the demo's password. `SEED` does not tell: a folder that was
 * tried out with the demo keeps its people (DECISIONS 303).
 */
export async function openDemoLogins(db: Db): Promise<string[]> {
  const usernames = people.map(({ username }) => username);
  const found = await db
    .select({ username: users.username, passwordHash: users.passwordHash })
    .from(users)
    .where(and(inArray(users.username, usernames), eq(users.status, 'ACTIVE')))
    .orderBy(users.id);
  const isOpen = await Promise.all(found.map(({ passwordHash }) => isPasswordOf(passwordHash, DEMO_PASSWORD)));
  return found.filter((_, index) => isOpen[index]).map(({ username }) => username);
}

/** What a start says of open demo logins: how to use them, or with `SEED=none`, how to get rid of them. */
export function aboutDemoLogins(logins: readonly string[], config: Config): string {
  const names = logins.join(', ');
  if (config.seed === 'demo')
    return `Log in as ${names}; password ${DEMO_PASSWORD}
Everybody knows this password: these logins are for trying the app out. For an organisation set SEED=none, and ${emptyPlace(config)}.`;
  return `WARNING: anybody can log in as ${names}, because the demo organisation is in ${placeOf(config)} and its password ${DEMO_PASSWORD} is public.
SEED=none does not remove it. Set ${emptyPlace(config)}, or stop the server and close each of these logins: npm run reset-password -- {username}`;
}

const emptyPlace = ({ databaseUrl }: Config) =>
  databaseUrl === null ? 'DATA_DIR to an empty folder' : 'DATABASE_URL and DATA_DIR to an empty database and folder';
