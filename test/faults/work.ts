import type { MyCase } from '../../src/contract/cases';
import type { Incident, IncidentHistory } from '../../src/contract/incidents';
import type { Submission } from '../../src/contract/submissions';
import type { InventoryItem, Kit, Requisition } from '../../src/contract/supplies';
import { completionOf, initiationOf } from '../../src/rules/submissions/cases';
import { kitUseOf } from '../../src/rules/submissions/kitUse';
import { requisitionOf } from '../../src/rules/submissions/requisition';
import { jpeg, upload } from '../kit/media';
import { call, signIn } from '../kit/server';
import type { Setup } from './setup';
import type { Verdict } from './verdict';

/**
 * What a member submits beside messages while network and server fail: reports with a photo, initiations and completions of cases, uses
 * of their kit, and requests for supplies.
 */
export interface Work {
  /** In the order in which they are submitted. */
  readonly submissions: readonly Submission[];
  /** The name of the kit's item that is used. */
  readonly itemName: string;
  /** What the server has of the submissions, as others see it, and in words what is missing or there too often. */
  verdict(): Promise<Verdict & { readonly wrong: readonly string[] }>;
}

/** The quantity of the kit's item at the start, and how many kinds of submissions there are beside messages. */
const [MOST, KINDS] = [500, 5];

const details = (location: string) => ({
  informerName: 'Lakshmi Iyer',
  contactNumber: '9812345670',
  animalType: 'DOG' as const,
  description: 'Limping.',
  location,
});

/** Prepares the work of the first member, `count` submissions of each kind, and assigns the member to the cases. */
export async function prepareWork({ server, members }: Setup, prefix: string, count: number): Promise<Work> {
  const [worker, captain] = members;
  if (!worker || !captain) throw new Error('There are no two members.');
  const read = async <Answer>(path: string) => {
    const { status, body } = await call(server.base, path, { token: captain.token });
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body as Answer;
  };
  let ids = 0;
  const world = { now: () => Date.now(), createId: () => `${prefix}-${++ids}` };
  const { content, name, type } = await jpeg();
  const photo = () => new File([content], name, { type });

  const readKit = () => read<Kit>(`/api/first-aid-kit/${worker.me.id}`);
  const [item] = (await readKit()).items;
  if (!item) throw new Error('The first member has nothing in the kit.');
  const set = await call(server.base, `/api/first-aid-kit/${worker.me.id}/items/${item.id}`, {
    token: worker.token,
    method: 'PUT',
    body: { quantity: MOST },
  });
  if (set.status >= 300) throw new Error(`The kit could not be filled: ${set.status}`);
  const itemName = item.inventoryItemName ?? '';
  const keeper = await signIn(server.base, 'inventory');
  const requested = async () =>
    ((await call(server.base, '/api/inventory/requisitions', { token: keeper })).body as Requisition[]).length;
  const requestedBefore = await requested();
  const stock = (await call(server.base, '/api/inventory/items', { token: keeper })).body as InventoryItem[];
  const wanted = stock.find(({ name }) => name === itemName) ?? stock[0];

  const cases: MyCase[] = [];
  const submissions: Submission[] = [];
  for (let index = 0; index < count; index++) {
    const location = `${prefix} case ${index}`;
    const fields = { incident: JSON.stringify(details(location)) };
    const answer = await upload(server.base, '/api/incidents/report', captain.token, [], { fields });
    const { incidentId } = answer.body as { incidentId: string | number };
    const assigned = await call(server.base, `/api/incidents/${incidentId}/assignment/assign-team`, {
      token: captain.token,
      body: { userIds: [worker.me.id] },
    });
    if (assigned.status >= 300) throw new Error(`No team could be assigned: ${assigned.status}`);
    const myCase = { incidentId: String(incidentId), animalType: 'DOG', location } as MyCase;
    cases.push(myCase);
    submissions.push(
      initiationOf(myCase, [worker.me.id], world),
      {
        id: world.createId(),
        kind: 'report',
        queuedAt: world.now(),
        status: 'waiting',
        wasTried: false,
        reason: null,
        content: { details: details(`${prefix} report ${index}`), files: [photo()], isNew: true, similar: [] },
      },
      completionOf(
        myCase,
        { resolutionNotes: `${prefix} notes ${index}`, place: null, files: [photo(), photo()], wasTried: false },
        world,
      ),
      kitUseOf(
        { userId: String(worker.me.id), itemId: String(item.id), name: itemName, used: 1, left: MOST - index - 1 },
        world,
      ),
      requisitionOf([{ inventoryItemId: wanted?.id ?? '', name: itemName, quantity: index + 1 }], world),
    );
  }

  return {
    submissions,
    itemName,
    async verdict() {
      let [lost, doubled] = [0, 0];
      const wrong: string[] = [];
      const count = (what: string, found: number, expected = 1) => {
        lost += Math.max(expected - found, 0);
        doubled += Math.max(found - expected, 0);
        if (found !== expected) wrong.push(`${what}: ${found} of ${expected}`);
      };
      const live = await read<Incident[]>('/api/incidents/live');
      for (const submission of submissions) {
        if (submission.kind === 'report') {
          const { location } = submission.content.details;
          const found = live.filter((incident) => incident.location === location);
          count(location, found.length);
          for (const { id } of found)
            count(`the photo of ${location}`, (await read<Incident>(`/api/incidents/${id}`)).mediaFiles.length);
        }
      }
      for (const [index, { incidentId, location }] of cases.entries()) {
        const history = await read<IncidentHistory>(`/api/incidents/${incidentId}/history`);
        const begun = history.changes.filter(({ statusAfter }) => statusAfter === 'IN_PROGRESS');
        const done = history.cases.filter(({ resolutionNotes }) => resolutionNotes === `${prefix} notes ${index}`);
        const { mediaFiles } = await read<Incident>(`/api/incidents/${incidentId}`);
        count(`the initiation of ${location}`, begun.length);
        count(`the completion of ${location}`, done.length);
        count(`the photos of ${location}`, mediaFiles.length, 2);
      }
      const each = submissions.length / KINDS;
      const left = (await readKit()).items.find(({ id }) => id === item.id)?.quantity ?? 0;
      count('what was used of the kit', MOST - left, each);
      count('the requests', (await requested()) - requestedBefore, each);
      return { lost, doubled, reordered: 0, wrong };
    },
  };
}
