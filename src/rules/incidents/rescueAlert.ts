import type { Incident } from '../../contract/incidents';
import type { Team } from '../../contract/teams';
import { dateTimeText } from '../timeTexts';
import { animalTitle, locationText, mapLink, placeOf, statusText } from './incidents';

/**
 * The formatted rescue alert that 'Copy Details' puts on the clipboard (S2 §4), to paste into another app.
 * @param locale the viewer's by default
 */
export function rescueAlert(incident: Incident, team: Team, locale?: string): string {
  const place = placeOf(incident);
  const names = team.teamMembers.map(({ firstName, fullName }) => firstName || fullName).filter(Boolean);
  const lines = [
    '🚨 RESCUE ALERT 🚨',
    `Incident #${incident.id} (${statusText(incident.status)})`,
    '',
    `Animal: ${animalTitle(incident.animalType)}`,
    `Location: ${locationText(incident.location)}`,
    place && `Map: ${mapLink(place)}`,
    `Informer: ${incident.informerName}`,
    `Contact: ${incident.contactNumber}`,
    `Reported: ${[dateTimeText(incident.reportedAt, locale), zoneOf(incident.reportedAt, locale)].filter(Boolean).join(' ')}`,
    `Description: ${incident.description}`,
    '',
    team.teamName ? `Team: ${team.teamName}` : null,
    `Members: ${names.join(', ') || 'N/A'}`,
    team.assignedBy ? `Assigned by: ${team.assignedBy}` : null,
  ];
  return lines.filter((line) => line !== null).join('\n');
}

/** The short name of the viewer's time zone, because the text is read by people in other ones; empty if the time is not known. */
function zoneOf(reportedAt: string | null, locale?: string): string {
  const time = Date.parse(reportedAt ?? '');
  if (Number.isNaN(time)) return '';
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
