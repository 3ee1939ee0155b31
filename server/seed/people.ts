import { eq } from 'drizzle-orm';
import type { Role } from '../../src/contract/people';
import type { SignupRequest } from '../../src/contract/signup';
import { activate, signUp } from '../areas/session/accounts';
import type { Db } from '../db/open';
import { users } from '../db/schema';

const DEMO_PASSWORD = 'rescue-demo';

interface DemoPerson {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  readonly about: Partial<SignupRequest>;
}

/** DECISIONS 15, "Demo accounts". */
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
  },
  {
    username: 'inventory',
    firstName: 'Indu',
    lastName: 'Rao',
    roles: ['INVENTORY_MANAGER'],
    about: { experienceLevel: 'Advanced', latitude: 18.5602, longitude: 73.8031 },
  },
  { username: 'admin', firstName: 'Asha', lastName: 'Menon', roles: ['ADMIN'], about: { experienceLevel: 'Advanced' } },
  {
    username: 'superadmin',
    firstName: 'Sara',
    lastName: 'Thomas',
    roles: ['SUPER_ADMIN'],
    about: { experienceLevel: 'Expert' },
  },
  {
    username: 'ravi',
    firstName: 'Ravi',
    lastName: 'Kulkarni',
    roles: [],
    about: { hasVehicle: true, vehicleType: 'Bike', hasMedicineBox: true, latitude: 18.5314, longitude: 73.8446 },
  },
  { username: 'tara', firstName: 'Tara', lastName: 'Joshi', roles: [], about: { canProvideShelter: true } },
] as const satisfies readonly DemoPerson[];

const pending: DemoPerson = {
  username: 'pending',
  firstName: 'Pavan',
  lastName: 'Das',
  roles: [],
  about: { motivation: 'I walk past the market every day and want to help the dogs there.', address: '4 Market Lane' },
};

type DemoName = (typeof people)[number]['username'];
/** The ids of the demo members by username. */
export type DemoIds = Readonly<Record<DemoName, number>>;

/** What `npm start` prints under the address. */
export const demoLogins = `Log in as ${people.map(({ username }) => username).join(', ')}; password ${DEMO_PASSWORD}`;

/** Signs the demo accounts up and authorizes all but the pending one. */
export async function seedPeople(db: Db): Promise<DemoIds> {
  const ids: [string, number][] = [];
  for (const [index, person] of people.entries()) {
    const id = await signUp(db, formOf(person, index));
    await activate(db, id, person.roles);
    ids.push([person.username, id]);
  }
  await signUp(db, formOf(pending, people.length));
  return Object.fromEntries(ids) as DemoIds;
}

const formOf = ({ username, firstName, lastName, about }: DemoPerson, index: number): SignupRequest => ({
  username,
  firstName,
  lastName,
  password: DEMO_PASSWORD,
  phoneNumber: `900000000${index}`,
  address: '',
  motivation: '',
  hasVehicle: false,
  vehicleType: '',
  canProvideShelter: false,
  hasMedicineBox: false,
  experienceLevel: 'Beginner',
  latitude: null,
  longitude: null,
  ...about,
});

/** Whether the database holds the demo organisation. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.username, people[0].username));
  return found.length > 0;
}
