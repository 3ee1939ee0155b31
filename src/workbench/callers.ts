import { roles } from '../contract/people';
import type { Caller, Chart } from '../inspector/catalogue';

/** A word as the beginning of a title. */
export function titleOf(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The fields of a lifecycle's events that describe the caller, as the guards need them. */
const stranger = { isInTeam: false, isRequester: false, hasCoordinates: true };
const titleOfRole = (role: string) => titleOf(role.toLowerCase().replaceAll('_', ' '));
/** The tests call roles as the code does. The workbench calls them by words: 'by INVENTORY_MANAGER' is 'by an inventory manager'. */
export const rolesInWords = (title: string): string =>
  title.replace(aRole, (_, before = '', role: string) => {
    const words = role.toLowerCase().replaceAll('_', ' ');
    return before === '' ? words : `${before}${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
  });
const aRole = new RegExp(`(by )?\\b(${roles.join('|')})\\b`, 'g');

const byRole: readonly Caller[] = roles.map((role) => ({
  name: titleOfRole(role),
  payload: { ...stranger, roles: [role] },
}));
const member = { ...stranger, roles: ['MEMBER'] };
/** Who reads and changes a message depends on who has sent it, not on roles. Captains pin it, their own messages, too. */
const messageCaller = (name: string, by: string, isInTime: boolean, role = 'MEMBER'): Caller => ({
  name,
  payload: { by, sender: 'sender', isInTime, roles: [role] },
});
const callers: Readonly<Record<string, readonly Caller[]>> = {
  administration: byRole,
  incidentLifecycle: [...byRole, { name: 'Member, place unknown', payload: { ...member, hasCoordinates: false } }],
  caseLifecycle: [...byRole, { name: 'Member of the team', payload: { ...member, isInTeam: true } }],
  movementLifecycle: [
    { name: 'Member of the team', payload: { ...member, isInTeam: true } },
    { name: 'Somebody else', payload: member },
  ],
  requisitionLifecycle: [...byRole, { name: 'Member who asked for it', payload: { ...member, isRequester: true } }],
  membershipLifecycle: byRole,
  messageLifecycle: [
    messageCaller('Its sender, a member, within 15 minutes', 'sender', true),
    messageCaller('Its sender, a member, later', 'sender', false),
    messageCaller('Another member', 'somebody else', true),
    messageCaller('A captain who did not send it', 'somebody else', true, 'RESCUE_CAPTAIN'),
  ],
};

/** The facts among the events of a lifecycle: they follow from an act on another one, or come from the server. */
const facts: Readonly<Record<string, readonly string[]>> = {
  incidentLifecycle: ['case.initiated', 'case.completed', 'team.emptied'],
  caseLifecycle: ['team.emptied'],
  requisitionLifecycle: ['requester.removed'],
  messageLifecycle: ['message.echoed'],
};

/** Who causes the events of a chart, for its rule book; nothing for a chart that has none. */
export const callersOf = (chart: string): Pick<Chart, 'callers' | 'facts'> => ({
  ...(callers[chart] && { callers: callers[chart] }),
  ...(facts[chart] && { facts: facts[chart] }),
});
