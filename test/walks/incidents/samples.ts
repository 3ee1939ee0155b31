import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Incident } from '../../../src/contract/incidents';
import type { IncidentFact } from '../../../src/machines/incidents/incidentParts';
import type { NoticesEvent } from '../../../src/machines/session/notices.machine';
import { recorder } from '../../kit/walk';

/** A dog at the old bridge, without coordinates. */
export const dog = (changes: Partial<Incident> = {}): Incident => ({
  id: '3',
  status: 'REPORTED',
  animalType: 'DOG',
  informerName: 'Lakshmi Iyer',
  contactNumber: '9812345670',
  location: 'Old bridge, east bank',
  description: 'Limping.',
  latitude: null,
  longitude: null,
  reportedAt: '2026-03-10T08:00:00Z',
  lastUpdated: '2026-03-10T08:30:00Z',
  caseCount: 0,
  mediaFileCount: 0,
  mediaFiles: [],
  interestedUsers: [],
  team: [],
  ...changes,
});

type Parent = ActorRef<Snapshot<unknown>, IncidentFact>;
type Notices = ActorRef<Snapshot<unknown>, NoticesEvent>;

/** The recorders for a chart that belongs to an incident: its parent and the notices. */
export const listeners = () => ({ parent: recorder<Parent>(), notices: recorder<Notices>() });
export const actionInput = ({ parent, notices }: ReturnType<typeof listeners>) => ({
  incidentId: '3',
  parent: parent.ref,
  notices: notices.ref,
});

/** The same for the dialogs in which a captain writes. */
export const dialogInput = (to: ReturnType<typeof listeners>) => ({ ...actionInput(to), incident: dog() });

/** The same for those that change an incident as it was seen. */
export const changeInput = (to: ReturnType<typeof listeners>) => ({ ...actionInput(to), seen: '2026-03-10T08:30:00Z' });

const looked = new WeakMap<object, number>();

/** Checks that since the last call an actor or a port was sent exactly these events. */
export function told(to: { readonly received: readonly object[] }, ...events: (object | null)[]): void {
  const news = to.received.slice(looked.get(to) ?? 0);
  looked.set(to, to.received.length);
  expect(news).toEqual(events.filter((event) => event !== null));
}

/** Why a file is not accepted. */
export const UNSUPPORTED_FILE = 'Unsupported file type.';

/** S2 §9: a text of a few seconds. */
export const briefNotice = (text: string) => ({ type: 'notice.show', tone: 'danger', text, lifetime: 3_000 });
/** S2 §8: an alert. */
export const alert = (text: string) => ({ type: 'notice.show', tone: 'danger', text });

/** How a call can fail. */
export const failures = {
  network: new CallFailure('network', 0),
  broken: new CallFailure('refused', 500),
  worded: new CallFailure('refused', 500, 'The disk is full.'),
  forbidden: new CallFailure('refused', 403, 'Not you.'),
  conflict: new CallFailure('refused', 409, 'It is CLOSED now.'),
  gone: new CallFailure('refused', 404, 'Incident not found.'),
} as const;
