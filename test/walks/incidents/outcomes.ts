import { CallFailure } from '../../../src/contract/failure';
import type { IncidentFact } from '../../../src/machines/incidents/incidentParts';
import type { Outcome } from '../../kit/facts';
import { failed } from '../../kit/walk';
import { alert, briefNotice, type listeners, told } from './samples';

/** What both walks of a chart around an incident look at after an event. */
export interface IncidentOutcome extends Outcome {
  /** The error that is said in its place: in the dialog, or beside the button. */
  readonly alert?: string;
  /** S2 §8, §9: a text of a few seconds on the page. */
  readonly notice?: string;
  /** S2 §8: an alert on the page. */
  readonly warning?: string;
  /** What the chart of the incident is told; it is told nothing else. */
  readonly tells?: IncidentFact;
  /** The dialog that names the role which is needed. */
  readonly unauthorized?: string;
}

/** The server's answer to a change of an incident that somebody else has changed meanwhile. */
const CHANGED = 'Somebody else has changed this incident meanwhile. It is REPORTED now.';

/** How a call of an incident's chart can fail, by the words of the facts. (Not all of them read their answer.) */
export const failures = {
  'the server fails': new CallFailure('refused', 500),
  'the server says why': new CallFailure('refused', 500, 'The disk is full.'),
  'the server cannot be reached': new CallFailure('network', 0),
  'the role is no longer there': new CallFailure('refused', 403, 'No.'),
  'another was faster': new CallFailure('refused', 409, CHANGED),
  'it is gone': new CallFailure('refused', 404, 'Incident not found.'),
} as const;

export const UNREADABLE = new CallFailure('unreadable', 200);

/** Those failures, each made into something. @param kind what their names begin with, where a chart has several calls */
export const eachFailure = <Name extends string, Made, Kind extends string = ''>(
  all: Readonly<Record<Name, CallFailure>>,
  make: (failure: CallFailure) => Made,
  kind: Kind = '' as Kind,
) =>
  Object.fromEntries(
    Object.entries<CallFailure>(all).map(([name, failure]) => [`${kind}${name}`, make(failure)]),
  ) as Record<`${Kind}${Name}`, Made>;

/** Those failures, as samples of a port. */
export const failing = <Name extends string, Kind extends string = ''>(
  port: string,
  all: Readonly<Record<Name, CallFailure>>,
  kind?: Kind,
) => eachFailure(all, (failure) => failed(port, failure), kind);

/** Checks what the incident's chart and the notices were told since the last event. */
export function hears(
  { parent, notices }: ReturnType<typeof listeners>,
  { tells, notice, warning }: IncidentOutcome,
): void {
  told(parent, tells ?? null);
  told(notices, notice ? briefNotice(notice) : null, warning ? alert(warning) : null);
}
