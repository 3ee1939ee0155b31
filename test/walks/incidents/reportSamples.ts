import { expect } from 'vitest';
import type { ActorRef, AnyEventObject, Snapshot } from 'xstate';
import type { Incident, IncidentReport } from '../../../src/contract/incidents';
import type { ReportSubmission } from '../../../src/contract/submissions';
import { type IncidentForm, isEmptyForm } from '../../../src/machines/incidents/incidentForm';
import type { QueueCommand } from '../../../src/machines/submissions/ports';
import type { Item } from '../../../src/rules/submissions/queue';
import { recorder, scriptedWorld, streamPort } from '../../kit/walk';

/** When the reports of these tests are written; the clock of the scripted world shows that time, too. */
export const written = Date.parse('2026-03-10T09:00:00Z');

export const details: IncidentReport = {
  informerName: 'Lata Rao',
  contactNumber: '9876543210',
  animalType: 'DOG',
  description: 'A dog with a hurt leg.',
  location: 'MG Road, near the clock tower',
  latitude: 12.9716,
  longitude: 77.5946,
};

/** The same, as it stands in the fields. */
export const filled: IncidentForm = { ...details, latitude: '12.9716', longitude: '77.5946', severity: '' };

export const photo = new File(['photo'], 'dog.jpg', { type: 'image/jpeg' });
export const eleven = Array.from(
  { length: 11 },
  (_, index) => new File(['photo'], `${index}.jpg`, { type: 'image/jpeg' }),
);
/** What the chart of the files is told when the form is emptied, and when a report with `photo` is loaded into it. */
export const emptied = [{ type: 'files.taken' }];
export const refill = [...emptied, { type: 'files.restore', files: [photo] }];

/** A report as it is kept: its fields beside those of every submission. */
type ReportParts = Partial<Omit<ReportSubmission, 'kind' | 'content'> & ReportSubmission['content']>;
export const outgoingReport = ({
  details: fields = details,
  files = [photo],
  isNew = false,
  similar = [],
  ...envelope
}: ReportParts = {}): ReportSubmission => ({
  id: 'r1',
  kind: 'report',
  queuedAt: written,
  status: 'waiting',
  wasTried: false,
  reason: null,
  ...envelope,
  content: { details: fields, files, isNew, similar },
});

/** The same as the queue has it. */
export const itemOf = (submission: Item['submission'], parts: Partial<Item> = {}): Item => ({
  submission,
  keeping: 'kept',
  head: 'queued',
  tries: 0,
  fraction: 0,
  hasWaited: false,
  screen: null,
  trouble: null,
  ...parts,
});

/** An open incident that is reported an hour before, at the same place. */
export const incident = (parts: Partial<Incident> = {}): Incident => ({
  id: '7',
  status: 'REPORTED',
  animalType: 'DOG',
  informerName: 'Omar',
  contactNumber: '9123456780',
  location: 'Clock Tower, MG Road',
  description: 'A limping dog.',
  latitude: 12.9716,
  longitude: 77.5946,
  reportedAt: '2026-03-10T08:00:00Z',
  lastUpdated: null,
  caseCount: 0,
  mediaFileCount: 0,
  mediaFiles: [],
  interestedUsers: [],
  team: [],
  ...parts,
});

/** The scripted ports of a report, its queue and its world. */
export const props = () => ({
  ports: {
    reportForm: streamPort<AnyEventObject, { myId: string }>(),
    tracking: streamPort<AnyEventObject, { id: string }>(),
  },
  queue: recorder<ActorRef<Snapshot<unknown>, QueueCommand>>(),
  world: scriptedWorld(),
});

export const submitted = { details, files: [photo] };
/** S1 §8. */
export const NO_CONNECTION = 'Could not connect to the server. Please check your connection and try again.';
export const lost = { text: NO_CONNECTION, isAnswered: false };
export const onFire = { text: 'The stables are on fire.', isAnswered: true };

/** The report as a note to that incident (DECISIONS 170). */
export const mergedIntoIncident = {
  type: 'submission.queue',
  submission: {
    kind: 'note',
    status: 'waiting',
    content: {
      incidentId: '7',
      text: 'A dog with a hurt leg.\nMG Road, near the clock tower\n12.97160, 77.59460\nLata Rao, 9876543210',
      files: [photo],
    },
  },
};

/** The stored form `filled` was restored. If it was read late, what was written before stays (DECISIONS 250). */
export function isRestored(before: IncidentForm, now: IncidentForm): void {
  if (isEmptyForm(before)) {
    expect(now).toEqual(filled);
    return;
  }
  expect(now.description.startsWith(filled.description)).toBe(true);
  expect(now.description).toContain(before.description);
  expect([now.contactNumber, now.informerName]).toEqual([
    before.contactNumber || filled.contactNumber,
    before.informerName || filled.informerName,
  ]);
}
