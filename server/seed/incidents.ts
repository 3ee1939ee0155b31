import { closeCase, openCase } from '../areas/cases/cases';
import type { Db } from '../db/open';
import { incidents } from '../db/schema';
import type { DemoIds } from './people';
import type { Ago } from './seed';

/**
 * Incidents in every status, one overdue of each kind, and the cases that led there (DECISIONS 15, 22).
 * @returns the id of the chat of Mira, Ravi and Tara.
 */
export async function seedIncidents(db: Db, ids: DemoIds, ago: Ago): Promise<string> {
  const report = async (fields: Partial<typeof incidents.$inferInsert> & { animalType: string; location: string }) => {
    const [made] = await db
      .insert(incidents)
      .values({
        informerName: 'Lakshmi Iyer',
        contactNumber: '9812345670',
        description: 'Needs help.',
        reportedBy: ids.tara,
        ...fields,
      })
      .returning({ id: incidents.id });
    if (!made) throw new Error('an incident was not stored');
    return made.id;
  };
  const assign = (incidentId: number, animal: string, userIds: readonly number[], openedAt: Date) =>
    openCase(db, {
      incidentId,
      userIds,
      openedAt,
      assignedBy: ids.captain,
      teamName: `Team ${incidentId}`,
      chatName: `Incident #${incidentId} · ${animal}`,
    });

  await report({
    animalType: 'CAT',
    location: 'Behind the vegetable market, gate 3',
    description: 'Kitten stuck in a drain pipe, crying since the morning.',
    reportedAt: ago({ hours: 2 }),
    lastUpdated: ago({ hours: 2 }),
  });
  await report({
    animalType: 'CATTLE',
    location: 'Ring road, near the petrol pump before the flyover',
    description: 'Cow with a wounded leg, cannot stand up.',
    informerName: 'Joseph Mathew',
    reportedAt: ago({ days: 4 }),
    lastUpdated: ago({ days: 4 }),
  });

  const bridge = await report({
    status: 'ASSIGNED',
    animalType: 'DOG',
    location: 'Old bridge, east bank, below the tea stall',
    description: 'Brown dog hit by a scooter. Limping, lets people come near.',
    latitude: 18.5204,
    longitude: 73.8567,
    reportedAt: ago({ days: 1, hours: 6 }),
    lastUpdated: ago({ days: 1, hours: 3 }),
  });
  const { chatId } = await assign(bridge, 'Dog', [ids.member, ids.ravi, ids.tara], ago({ days: 1, hours: 3 }));

  const kite = await report({
    status: 'IN_PROGRESS',
    animalType: 'BIRD',
    location: 'City park, the large banyan at the north gate',
    description: 'Kite caught in a string, hanging from a branch.',
    latitude: 18.5308,
    longitude: 73.8475,
    reportedAt: ago({ hours: 9 }),
    lastUpdated: ago({ hours: 5 }),
  });
  await assign(kite, 'Bird', [ids.ravi, ids.tara], ago({ hours: 6 }));

  const ended = async (status: string, animalType: string, location: string, notes: string, days: number) => {
    const id = await report({
      status,
      animalType,
      location,
      reportedAt: ago({ days: days + 2 }),
      lastUpdated: ago({ days }),
    });
    const { caseId } = await assign(id, animalType, [ids.member, ids.ravi], ago({ days: days + 1 }));
    await closeCase(db, caseId, notes, ago({ days }));
  };
  await ended('ONGOING', 'DOG', 'Railway colony, block 12', 'Mange treated, second dose due next week.', 2);
  await ended('ONGOING', 'CAT', 'Temple street, house with the blue door', 'Stitches have to come out.', 9);
  await ended('RESOLVED', 'DOG', 'Bus depot, workshop side', 'Fracture healed, released where it was found.', 12);
  await report({
    status: 'CLOSED',
    animalType: 'OTHER',
    location: 'Lake road, third lamp post',
    description: 'Monitor lizard in a garden.',
    closeReason: 'It had left by itself before anybody arrived.',
    reportedAt: ago({ days: 6 }),
    lastUpdated: ago({ days: 6 }),
  });
  return String(chatId);
}
