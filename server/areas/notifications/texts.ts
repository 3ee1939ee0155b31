import type { NotificationType } from '../../../src/contract/notifications';
import { animalTitle } from '../../../src/rules/incidents/incidents';
import { amountText } from '../../../src/rules/supplies/kit';
import { counted, sentence } from '../../../src/rules/wording';

/** The fields of an incident that the texts mention. */
interface About {
  readonly animalType: string;
  readonly location: string;
}

/** The most characters of a free text. A notification has one or two lines on a phone, and a push message must fit into 4 kB. */
const LONGEST = 80;
/** Cut between characters as people see them: half of an emoji would be shown as a question mark. */
function short(text: string): string {
  if (text.length <= LONGEST) return text;
  const end = new Intl.Segmenter().segment(text).containing(LONGEST - 1)?.index;
  return `${text.slice(0, end).trimEnd()}…`;
}
/** Which incident it is, as the end of a sentence. */
const place = ({ animalType, location }: About) => sentence(`${animalTitle(animalType)} at ${short(location)}`);

/** All texts of notifications (DECISIONS 34). */
export const notificationTexts = {
  reported: (about: About) => `New report: ${place(about)}`,
  assigned: (team: string, about: About) => `You have been assigned to ${team}: ${place(about)}`,
  reassigned: (team: string, about: About) => `${team} has new members, and you are one of its team: ${place(about)}`,
  /** For those whom a reassignment has taken out of a team (DECISIONS 141). */
  unassigned: (team: string, about: About) => `You are no longer in ${team}: ${place(about)}`,
  /** For a team that may be on its way to the old place (DECISIONS 388). */
  placeCorrected: (team: string, about: About) => `The place of the case of ${team} was corrected: ${place(about)}`,
  positionMoved: (team: string, about: About) =>
    `The map position of the case of ${team} was corrected, look at it before you drive on: ${place(about)}`,
  positionSet: (team: string, about: About) => `The case of ${team} has a map position now: ${place(about)}`,
  completed: (team: string, about: About) => `${team} has completed its case: ${place(about)}`,
  resolved: (about: About) => `Resolved: ${place(about)}`,
  closed: (about: About, reason: string) => `Closed: ${place(about)} ${short(reason)}`,
  /** For a team whose last member was removed (DECISIONS P7). */
  teamIsEmpty: (team: string, about: About) => `${team} has no members any more: ${place(about)}`,
  points: (points: number, team: string) => `You have earned ${points} points and a heart for the case of ${team}.`,
  signedUp: (name: string) => `${name} has signed up and waits for approval.`,
  welcome: (product: string) => `Welcome to ${product}! Your account is active.`,
  requested: (name: string, items: number) => `${name} requests ${counted(items, 'item')}.`,
  /** Its items are named, because a member may have several requests. */
  approved: (items: string) => `Your request for supplies has been approved: ${sentence(short(items))}`,
  denied: (items: string, reason: string | null) =>
    `Your request for supplies has been denied: ${sentence(short(items))}${reason ? ` Reason: ${short(reason)}` : ''}`,
  dispatched: (items: string) =>
    `Your supplies are on their way: ${sentence(short(items))} Please confirm when you have received them.`,
  lowStock: (item: string, quantity: number, unit: string) =>
    `Low on stock: ${short(item)}, ${amountText({ quantity, unit })} left.`,
  kitLow: (item: string) => sentence(`Only 1 left in your first-aid kit: ${short(item)}`),
  kitExpires: (item: string, day: string, isOver: boolean) =>
    `In your first-aid kit: ${short(item)} ${isOver ? 'has expired' : 'expires'} on ${day}.`,
} as const;

/** The title of a push message, by type. */
export const pushTitles: Readonly<Record<NotificationType, string>> = {
  INCIDENT: 'Incident',
  INVENTORY: 'Supplies',
  APPROVAL: 'New sign-up',
  REWARDS: 'Points',
  GENERAL: 'News',
};
