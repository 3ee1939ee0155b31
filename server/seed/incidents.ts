import type { IncidentReport } from '../../src/contract/incidents';
import { assignTeam } from '../areas/cases/assign';
import { completeCase, initiateCase } from '../areas/cases/work';
import { closeIncident, reportIncident, resolveOrReactivate } from '../areas/incidents/actions';
import type { Intent } from '../areas/incidents/change';
import { setInterest } from '../areas/incidents/interest';
import { findMember } from '../areas/session/callers';
import type { Db } from '../db/open';
import type { Ago } from './ago';
import type { DemoIds } from './people';

type Name = keyof DemoIds;
/**
 * Creates incidents in every status, two of them overdue (a REPORTED and an ONGOING one), with all the acts that led there
 * (DECISIONS 15, 22).
 * @returns the id of the chat of Mira, Ravi and Tara.
 */
export async function seedIncidents(db: Db, ids: DemoIds, ago: Ago): Promise<string> {
  const { report, assign, initiate, complete, ...acts } = await createActors(db, ids);

  const kitten = await report('tara', ago({ hours: 2 }), {
    animalType: 'CAT',
    location: 'Behind the vegetable market, gate 3',
    description: 'Kitten stuck in a drain pipe, crying since the morning.',
    latitude: 18.5158,
    longitude: 73.8553,
  });
  await acts.interest('ravi', kitten, ago({ hours: 1 }));
  const cow = await report('ravi', ago({ days: 4 }), {
    informerName: 'Joseph Mathew',
    animalType: 'CATTLE',
    location: 'Ring road, near the petrol pump before the flyover',
    description: 'Cow with a wounded leg, cannot stand up.',
  });
  await acts.interest('member', cow, ago({ days: 3, hours: 20 }));
  await acts.interest('tara', cow, ago({ days: 3 }));

  const bridge = await report('tara', ago({ days: 1, hours: 6 }), {
    animalType: 'DOG',
    location: 'Old bridge, east bank, below the tea stall',
    description: 'Brown dog hit by a scooter. Limping, lets people come near.',
    latitude: 18.5204,
    longitude: 73.8567,
  });
  const { team } = await assign(bridge, ['member', 'ravi', 'tara'], ago({ days: 1, hours: 3 }));

  const kite = await report('tara', ago({ hours: 9 }), {
    animalType: 'BIRD',
    location: 'City park, the large banyan at the north gate',
    description: 'Kite caught in a string, hanging from a branch.',
    latitude: 18.5308,
    longitude: 73.8475,
  });
  await assign(kite, ['ravi', 'tara'], ago({ hours: 6 }));
  await initiate('ravi', kite, ['ravi', 'tara'], ago({ hours: 5 }));

  const followed = async (
    about: Partial<IncidentReport> & Described,
    notes: string,
    days: number,
    team: readonly Name[] = ['member', 'ravi'],
  ) => {
    const incident = await report('tara', ago({ days: days + 2 }), about);
    await assign(incident, team, ago({ days: days + 1 }));
    await initiate('member', incident, team, ago({ days, hours: 20 }));
    await complete('member', incident, notes, ago({ days }));
    return incident;
  };
  const colony = await followed(
    { animalType: 'DOG', location: 'Railway colony, block 12', latitude: 18.5289, longitude: 73.8744 },
    'Mange treated, second dose due next week.',
    2,
  );
  await acts.interest('tara', colony, ago({ days: 1 }));
  await followed(
    { animalType: 'CAT', location: 'Temple street, house with the blue door' },
    'Stitches have to come out.',
    9,
  );
  const depot = await followed(
    { animalType: 'DOG', location: 'Bus depot, workshop side', latitude: 18.501, longitude: 73.8636 },
    'Fracture healed, released where it was found.',
    13,
    ['member', 'ravi', 'neel'],
  );
  await acts.resolve(depot, ago({ days: 12 }));
  const lizard = await report('inventory', ago({ days: 6, hours: 3 }), {
    animalType: 'OTHER',
    location: 'Lake road, third lamp post',
    description: 'Monitor lizard in a garden.',
  });
  await acts.close(lizard, 'It had left by itself before anybody arrived.', ago({ days: 6 }));
  return String(team.chatId);
}

type Described = Pick<IncidentReport, 'animalType' | 'location'>;

/** Acts of demo members on incidents, carried out by the same functions that the API calls. */
async function createActors(db: Db, ids: DemoIds) {
  const intent = async (name: Name, incidentId: number, at: Date): Promise<Intent> => ({
    incidentId,
    at,
    by: await findMember(db, ids[name]),
  });
  const places = new Map<number, Partial<IncidentReport>>();
  return {
    async report(name: Name, at: Date, about: Partial<IncidentReport> & Described): Promise<number> {
      const { incidentId } = await reportIncident(
        db,
        await findMember(db, ids[name]),
        { informerName: 'Lakshmi Iyer', contactNumber: '9812345670', description: 'Needs help.', ...about },
        at,
      );
      places.set(incidentId, about);
      return incidentId;
    },
    assign: async (incidentId: number, team: readonly Name[], at: Date) =>
      assignTeam(
        db,
        await intent('captain', incidentId, at),
        team.map((name) => String(ids[name])),
      ),
    initiate: async (by: Name, incidentId: number, team: readonly Name[], at: Date) =>
      initiateCase(
        db,
        await intent(by, incidentId, at),
        team.map((name) => String(ids[name])),
      ),
    complete: async (by: Name, incidentId: number, resolutionNotes: string, at: Date) =>
      completeCase(db, await intent(by, incidentId, at), {
        resolutionNotes,
        finalLatitude: places.get(incidentId)?.latitude ?? null,
        finalLongitude: places.get(incidentId)?.longitude ?? null,
      }),
    interest: async (by: Name, incidentId: number, at: Date) => setInterest(db, await intent(by, incidentId, at), true),
    close: async (incidentId: number, reason: string, at: Date) =>
      closeIncident(db, await intent('captain', incidentId, at), reason),
    resolve: async (incidentId: number, at: Date) =>
      resolveOrReactivate(db, await intent('captain', incidentId, at), 'incident.resolve'),
  };
}
