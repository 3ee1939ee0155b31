import type { MyCase } from '../../contract/cases';
import type { KeptCompletion } from '../../contract/drafts';
import { animalTitle, incidentLabel, locationText } from '../incidents/incidents';

/** A key that identifies a case. A case without an id goes by its incident's id: an incident has one open case at most. */
export const caseKeyOf = ({ caseId, incidentId }: MyCase) => caseId ?? `incident ${incidentId}`;

/** The draft of a completion with the name of its case, by which it is shown when the case is in no list any more. */
export const withLabel = <Draft>(draft: Draft, myCase: Pick<MyCase, 'animalType' | 'location'>) => ({
  ...draft,
  label: incidentLabel(myCase),
});

/** The text that 'Copy for Report' puts on the clipboard (S2 §5): the case and its resolution notes, one fact per line. */
export const caseReport = ({ incidentId, animalType, location, description, teamName }: MyCase, notes: string) =>
  [
    `Case report: incident #${incidentId}`,
    `Animal: ${animalTitle(animalType)}`,
    `Location: ${locationText(location)}`,
    description.trim() && `Description: ${description.trim()}`,
    teamName && `Team: ${teamName}`,
    `Resolution notes: ${notes.trim()}`,
  ]
    .filter(Boolean)
    .join('\n');

/** Whether there is a draft of this case's completion. */
export const hasDraft = (drafts: readonly KeptCompletion[], myCase: MyCase) =>
  drafts.some(({ caseKey }) => caseKey === caseKeyOf(myCase));

/**
 * The drafts of completions whose form cannot be opened, because their case is none of these. None while that is not known: the case may
 * be one that could not be read.
 * @param cases null until they are known
 * @param unreadable the number of those that could not be read
 */
export const draftsWithoutCase = (
  drafts: readonly KeptCompletion[],
  cases: readonly MyCase[] | null,
  unreadable: number,
): readonly KeptCompletion[] =>
  cases === null || unreadable > 0
    ? []
    : drafts.filter(({ caseKey }) => !cases.some((one) => caseKeyOf(one) === caseKey));

/** What moves the buttons of My Cases when it comes or goes, from top to bottom (DECISIONS 211). A card with a draft has one line more. */
export const caseEntries = (
  withoutCase: readonly KeptCompletion[],
  cases: readonly MyCase[],
  drafts: readonly KeptCompletion[],
): string[] => [
  ...withoutCase.map(({ caseKey }) => `draft of ${caseKey}`),
  ...cases.map((myCase) => (hasDraft(drafts, myCase) ? `${myCase.incidentId} with a draft` : myCase.incidentId)),
];
