import { CallFailure } from '../contract/failure';
import type { Incident, IncidentReport, ReportAnswer } from '../contract/incidents';
import { isTwinOf, similarTo } from './similar';

/** A report on its way to the server, or waiting for it. */
export interface OutgoingReport {
  /** Its Idempotency-Key: the same at each try, so that the server takes it once (DECISIONS 9). */
  readonly id: string;
  readonly details: IncidentReport;
  /** Images, videos and sounds, as they are sent. */
  readonly files: readonly File[];
  /** When the member wanted it sent, in milliseconds since 1970. */
  readonly queuedAt: number;
  /** Whether it has been sent before, with an answer that did not arrive or did not settle it. */
  readonly wasTried: boolean;
  /** Whether the member has said that it is none of the incidents that were offered. */
  readonly isNew: boolean;
  /** The incidents that it may be: it waits until the member has said. Empty where there is nothing to say. */
  readonly similar: readonly Incident[];
  /** Why the server refuses it for good, or null while it may go out. */
  readonly refusal: string | null;
}

/** What tells a file from others without reading it. */
type FileMark = Pick<File, 'name' | 'type' | 'size' | 'lastModified'>;
const markOf = ({ name, type, size, lastModified }: FileMark): FileMark => ({ name, type, size, lastModified });

/** A report that may have been sent, with no more of its files than what tells whether the same ones are submitted again. */
export type TriedReport = Omit<OutgoingReport, 'files'> & { readonly files: readonly FileMark[] };

/** A report as it is remembered while it may have reached the server and no answer has said so. */
export const triedOf = (report: OutgoingReport): TriedReport => ({
  ...report,
  wasTried: true,
  files: report.files.map(markOf),
});

/** How a try to send a report ends. */
export type ReportOutcome =
  | { readonly kind: 'delivered'; readonly answer: ReportAnswer }
  /** Nothing was sent: it may be one of these. */
  | { readonly kind: 'similar'; readonly incidents: readonly Incident[] }
  /** `error` is a CallFailure. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * The open incidents that a report may be, at a time in milliseconds. None once the member has said that it is none of them; and
 * one that was sent before does not find itself.
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

/** Whether a waiting report may go out by itself: neither refused, nor waiting for the member's word. */
export const mayGoOut = ({ refusal, similar, isNew }: OutgoingReport) =>
  refusal === null && (similar.length === 0 || isNew);

/** Statuses below 500 that say nothing about the report itself: the session, a time-out, too many at once. */
const FOR_NOW = [401, 408, 429];

/** Whether a failed try is worth another one as it is: no answer, or a server that cannot take anything at this moment. */
export const isRetryable = (error: unknown) =>
  error instanceof CallFailure &&
  (error.kind === 'network' || (error.kind === 'refused' && (error.status >= 500 || FOR_NOW.includes(error.status))));

/** Which of the waiting reports goes out next: the oldest, or the one behind that which was tried last, so that none blocks. */
export function nextReport(reports: readonly OutgoingReport[], last: string | null): OutgoingReport | undefined {
  const ready = reports.filter(mayGoOut);
  return ready[(ready.findIndex(({ id }) => id === last) + 1) % ready.length];
}

type Submitted = Pick<OutgoingReport, 'details' | 'files'>;

/** All that a report says, as one text: field by field, and with the marks of its files. */
const gistOf = ({ details, files }: Pick<TriedReport, 'details' | 'files'>) =>
  JSON.stringify([details, files.map(markOf)]);

/** What is submitted, as a report: the last one with its id where nothing has been changed, else a new one. */
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
