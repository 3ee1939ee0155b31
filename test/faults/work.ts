import type { MyCase } from '../../src/contract/cases';
import type { Incident, IncidentHistory } from '../../src/contract/incidents';
import type { Submission } from '../../src/contract/submissions';
import { completionOf, initiationOf } from '../../src/rules/submissions/cases';
import { jpeg, upload } from '../kit/media';
import { call } from '../kit/server';
import type { Verdict } from './judge';
import type { Setup } from './setup';

/** What a member does beside the chat while network and server fail: reports with a photo, and cases from their start to their end. */
export interface Work {
  /** In the order in which it is submitted. */
  readonly submissions: readonly Submission[];
  /** What the server has of it, read as another member. */
  verdict(): Promise<Verdict>;
}

const details = (location: string) => ({
  informerName: 'Lakshmi Iyer',
  contactNumber: '9812345670',
  animalType: 'DOG' as const,
  description: 'Limping.',
  location,
});

/** Prepares the work of the first member: so many reports, and so many cases to which they are assigned. */
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
    );
  }

  return {
    submissions,
    async verdict() {
      let [lost, doubled] = [0, 0];
      const count = (found: number) => {
        if (found === 0) lost++;
        else doubled += found - 1;
      };
      const live = await read<Incident[]>('/api/incidents/live');
      for (const submission of submissions) {
        if (submission.kind === 'report') {
          const found = live.filter(({ location }) => location === submission.content.details.location);
          count(found.length);
          for (const { id } of found) count((await read<Incident>(`/api/incidents/${id}`)).mediaFiles.length);
        }
      }
      for (const [index, { incidentId }] of cases.entries()) {
        const history = await read<IncidentHistory>(`/api/incidents/${incidentId}/history`);
        count(history.changes.filter(({ statusAfter }) => statusAfter === 'IN_PROGRESS').length);
        count(history.cases.filter(({ resolutionNotes }) => resolutionNotes === `${prefix} notes ${index}`).length);
        // Two photos, once each.
        const { mediaFiles: media } = await read<Incident>(`/api/incidents/${incidentId}`);
        lost += Math.max(2 - media.length, 0);
        doubled += Math.max(media.length - 2, 0);
      }
      return { lost, doubled, reordered: 0 };
    },
  };
}
