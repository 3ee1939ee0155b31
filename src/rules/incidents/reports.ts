import type { Incident } from '../../contract/incidents';
import type { Profile } from '../../contract/people';
import type { ReportSubmission } from '../../contract/submissions';
import { fullNameOf } from '../names';
import { newSubmission } from '../submissions/kind';
import type { Item } from '../submissions/queue';
import type { TimeAndId } from '../world';
import { isTwinOf, similarTo } from './similar';

/** The contents of a report: the fields and the files. */
export type Submitted = Pick<ReportSubmission['content'], 'details' | 'files'>;

/** The informer in the fields of a report. Without a phone number if the server does not send members their own. */
export type Informer = { readonly informerName: string; readonly contactNumber?: string };

/** The member as the informer of their own report. */
export const informerOf = (profile: Profile): Informer => ({
  informerName: fullNameOf(profile),
  ...(profile.phoneNumber !== '' && { contactNumber: profile.phoneNumber }),
});

/** What screen readers say when the informer was filled in. */
export const filledInText = ({ contactNumber }: Informer) =>
  `Your name ${contactNumber === undefined ? 'is' : 'and number are'} filled in.`;

/** A report's fields and the identifying facts of its files as one text, to compare reports. */
const gistOf = ({ details, files }: Submitted) =>
  JSON.stringify([details, files.map(({ name, type, size, lastModified }) => [name, type, size, lastModified])]);

/**
 * The report to submit. If nothing has changed since the last one, it has the same id, so that the server stores it once; otherwise
 * it is a new one.
 */
export function reportOf(
  { details, files }: Submitted,
  last: ReportSubmission | null,
  world: TimeAndId,
): ReportSubmission {
  const isSame = last !== null && gistOf(last.content) === gistOf({ details, files });
  const content = { details, files, isNew: isSame && last.content.isNew, similar: [] };
  const report = newSubmission('report', content, world, isSame ? last.id : world.createId());
  return { ...report, wasTried: isSame && last.wasTried };
}

/**
 * The member is asked whether a report is about a known incident only for this time after the report, in milliseconds. Later the phone
 * may be in a pocket again, and the animal would have to wait for the answer.
 */
const ASKED_FOR = 5 * 60_000;

/**
 * The open incidents that a report may duplicate. None if the member has said that the report is new, or if it has waited for long
 * (DECISIONS 89). A report that may have arrived in an earlier try does not match its own incident.
 * @param now the time by this device's clock, as `queuedAt` is, in milliseconds since 1970
 * @param serverNow the time by the server's clock, as the incidents' times are (DECISIONS 370)
 */
export function offersFor(
  { content: { details, isNew }, wasTried, queuedAt }: ReportSubmission,
  live: readonly Incident[],
  { now, serverNow }: { readonly now: number; readonly serverNow: number },
): Incident[] {
  if (isNew || now - queuedAt > ASKED_FOR) return [];
  const isTwin = isTwinOf(details);
  return similarTo(details, live, serverNow).filter((incident) => !(wasTried && isTwin(incident)));
}

/** The similar incidents about which a report in the queue asks the member; none if it does not. */
export const similarOf = (item: Item | null): readonly Incident[] =>
  item?.submission.kind === 'report' ? item.submission.content.similar : [];
