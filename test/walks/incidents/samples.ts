import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Incident } from '../../../src/contract/incidents';
import type { IncidentFact } from '../../../src/machines/incidents/facts';
import type { NoticesEvent } from '../../../src/machines/session/notices.machine';
import { failed, recorder } from '../../kit/walk';

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
  ...changes,
});

type Parent = ActorRef<Snapshot<unknown>, IncidentFact>;
type Notices = ActorRef<Snapshot<unknown>, NoticesEvent>;

/** The recorders for a chart that belongs to an incident: its parent and the notices. */
export const listeners = () => ({ parent: recorder<Parent>(), notices: recorder<Notices>() });
export const around = ({ parent, notices }: ReturnType<typeof listeners>) => ({
  incidentId: '3',
  parent: parent.ref,
  notices: notices.ref,
});

/** The same for those that change an incident as it was seen. */
export const at = (to: ReturnType<typeof listeners>) => ({ ...around(to), seen: '2026-03-10T08:30:00Z' });

type Recorder = ReturnType<typeof recorder>;
const looked = new WeakMap<Recorder, number>();

/** Checks that since the last call an actor was sent exactly these events. */
export function told(to: Recorder, ...events: (object | null)[]): void {
  const news = to.received.slice(looked.get(to) ?? 0);
  looked.set(to, to.received.length);
  expect(news).toEqual(events.filter((event) => event !== null));
}

/** S2 §9: a text of a few seconds. */
export const passing = (text: string) => ({ type: 'notice.show', tone: 'danger', text, lifetime: 3_000 });
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

type Question = ReturnType<typeof listeners>;
/** The dialog is closed; the parent got exactly this fact, and exactly that notice was shown. */
export const closed = (fact: object | null, notice: object | null = null) => ({
  to: 'closed',
  sees: ({ parent, notices }: Question) => {
    told(parent, fact);
    told(notices, notice);
  },
});

/** The refusals of the server to a captain's action. */
export const refusals = (port: string) => ({
  'no network': failed(port, failures.network),
  'broken server': failed(port, failures.broken),
  'worded refusal': failed(port, failures.worded),
  forbidden: failed(port, failures.forbidden),
  'too late': failed(port, failures.conflict),
  gone: failed(port, failures.gone),
});

interface Refused<State> {
  readonly action: 'incident.close' | 'incident.delete';
  /** S2 §8: the prefix of the server's text, and the text if there is none. */
  readonly before: string;
  readonly byDefault: string;
  readonly selectFailure: (snapshot: State) => string | null;
}

/** Where those refusals lead: the dialog stays with the error, or is closed on a conflict. */
export function refused<State>({ action, before, byDefault, selectFailure }: Refused<State>) {
  const stays = (text: string) => ({
    to: 'asking.refused',
    sees: ({ read, parent, notices }: Question & { read<T>(select: (snapshot: State) => T): T }) => {
      expect(read(selectFailure)).toBe(before + text);
      told(parent);
      told(notices);
    },
  });
  return {
    'no network': stays(byDefault),
    'broken server': stays(byDefault),
    'worded refusal': stays('The disk is full.'),
    forbidden: closed({ type: 'action.forbidden', action }),
    'too late': closed({ type: 'incident.conflict' }, passing(`${before}It is CLOSED now.`)),
    gone: closed({ type: 'incident.conflict' }, passing(`${before}Incident not found.`)),
  };
}
