import { CallFailure } from '../contract/failure';
import type { Incident, IncidentReport, ReportAnswer } from '../contract/incidents';
import { isTwinOf, similarTo } from './similar';

/** A report on its way to the server, or waiting for it. */
export interface OutgoingReport {
  /** The Idempotency-Key: the same at each try, so that the server accepts the report once (DECISIONS 9). */
  readonly id: string;
  readonly details: IncidentReport;
  /** The images, videos and sounds to send. */
  readonly files: readonly File[];
  /** When the member submitted it, in milliseconds since 1970. */
  readonly queuedAt: number;
  /** Whether it was sent before without a conclusive answer. */
  readonly wasTried: boolean;
  /** Whether the member has said that it is not one of the similar incidents. */
  readonly isNew: boolean;
  /** The similar incidents the member is asked about; the report waits for the answer. Empty if there are none. */
  readonly similar: readonly Incident[];
  /** Why the server refused it for good, or null. */
  readonly refusal: string | null;
}

/** Identifies a file without reading it. */
type FileMark = Pick<File, 'name' | 'type' | 'size' | 'lastModified'>;
const markOf = ({ name, type, size, lastModified }: FileMark): FileMark => ({ name, type, size, lastModified });

/** A report that may have been sent. Of its files only what identifies them, to see whether the same ones are submitted again. */
export type TriedReport = Omit<OutgoingReport, 'files'> & { readonly files: readonly FileMark[] };

/** Remembers a report that may have reached the server without an answer. */
export const triedOf = (report: OutgoingReport): TriedReport => ({
  ...report,
  wasTried: true,
  files: report.files.map(markOf),
});

/** The outcome of one try to send a report. */
export type ReportOutcome =
  | { readonly kind: 'delivered'; readonly answer: ReportAnswer }
  /** Nothing was sent, because similar incidents are open. */
  | { readonly kind: 'similar'; readonly incidents: readonly Incident[] }
  /** `error` is a CallFailure. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * The open incidents that a report may duplicate, at a time in milliseconds since 1970. None once the member has said that it is
 * a new one. A report that was sent before does not find itself.
 */
export function offersFor(
  { details, wasTried, isNew }: OutgoingReport,
  live: readonly Incident[],
  now: number,
): Incident[] {
  if (isNew) return [];
  const isTwin = isTwinOf(details);
  return similarTo(details, live, now).filter((incident) => !(wasTried && isTwin(incident)));
}

/** Whether a waiting report may go out by itself: it is neither refused nor waiting for the member's answer. */
export const mayGoOut = ({ refusal, similar, isNew }: OutgoingReport) =>
  refusal === null && (similar.length === 0 || isNew);

/** Statuses below 500 that are not about the report itself: session, time-out, too many requests. */
const FOR_NOW = [401, 408, 429];

/** Whether a failed try is worth repeating unchanged: there was no answer, or the server cannot accept anything now. */
export const isRetryable = (error: unknown) =>
  error instanceof CallFailure &&
  (error.kind === 'network' || (error.kind === 'refused' && (error.status >= 500 || FOR_NOW.includes(error.status))));

/** The report to try next: the one after the last tried, else the oldest, so that none blocks the others. */
export function nextReport(reports: readonly OutgoingReport[], last: string | null): OutgoingReport | undefined {
  const ready = reports.filter(mayGoOut);
  return ready[(ready.findIndex(({ id }) => id === last) + 1) % ready.length];
}

type Submitted = Pick<OutgoingReport, 'details' | 'files'>;

/** A report's fields and file identities as one text, to compare reports. */
const gistOf = ({ details, files }: Pick<TriedReport, 'details' | 'files'>) =>
  JSON.stringify([details, files.map(markOf)]);

/** The report to submit: the last tried one, with its id, if nothing has changed; else a new one. */
export function reportOf(
  { details, files }: Submitted,
  last: TriedReport | null,
  world: { now(): number; createId(): string },
): OutgoingReport {
  if (last && gistOf(last) === gistOf({ details, files })) return { ...last, files };
  return {
    id: world.createId(),
    details,
    files,
    queuedAt: world.now(),
    wasTried: false,
    isNew: false,
    similar: [],
    refusal: null,
  };
}
