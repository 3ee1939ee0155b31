import type { MyCase } from '../contract/cases';
import { animalTitle, locationText } from './incidents';

/** A key that identifies a case. A case without an id goes by its incident's id: an incident has one open case at most. */
export const caseKeyOf = ({ caseId, incidentId }: MyCase) => caseId ?? `incident ${incidentId}`;

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
