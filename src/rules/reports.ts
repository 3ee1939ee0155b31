import type { Incident } from '../contract/incidents';
import type { Profile } from '../contract/people';
import type { ReportSubmission } from '../contract/submissions';
import { isTwinOf, similarTo } from './similar';

/** What a member has written and chosen. */
export type Submitted = Pick<ReportSubmission['content'], 'details' | 'files'>;

/** Who has seen the animal, in the fields of a report. Without a number where the server does not tell members their own. */
export type Informer = { readonly informerName: string; readonly contactNumber?: string };

/** The member as the informer of their own report. */
export const informerOf = ({ firstName, lastName, phoneNumber }: Profile): Informer => ({
  informerName: `${firstName} ${lastName}`.trim(),
  ...(phoneNumber !== '' && { contactNumber: phoneNumber }),
});

/** A report's fields and what identifies its files, as one text, to compare reports. */
const gistOf = ({ details, files }: Submitted) =>
  JSON.stringify([details, files.map(({ name, type, size, lastModified }) => [name, type, size, lastModified])]);

/** The report to submit: the last one, with its id, if nothing has changed, so that it arrives once; else a new one. */
export function reportOf(
  { details, files }: Submitted,
  last: ReportSubmission | null,
  world: { now(): number; createId(): string },
): ReportSubmission {
  const isSame = last !== null && gistOf(last.content) === gistOf({ details, files });
  return {
    id: isSame ? last.id : world.createId(),
    kind: 'report',
    queuedAt: world.now(),
    status: 'waiting',
    wasTried: isSame && last.wasTried,
    reason: null,
    content: { details, files, isNew: isSame && last.content.isNew, similar: [] },
  };
}

/**
 * The open incidents that a report may duplicate, at a time in milliseconds since 1970. None once the member has said that it is
 * a new one. A report that was sent before does not find itself.
 */
export function offersFor(
  { content: { details, isNew }, wasTried }: ReportSubmission,
  live: readonly Incident[],
  now: number,
): Incident[] {
  if (isNew) return [];
  const isTwin = isTwinOf(details);
  return similarTo(details, live, now).filter((incident) => !(wasTried && isTwin(incident)));
}
