import { roles } from './contract/people';
import type { Caller, Catalogue } from './inspector/catalogue';
import { catalogue } from './machines/catalogue';
import { invariants } from './machines/lifecycles/invariants';
import { TRACE_CHANNEL } from './services/trace.channel';
import { samplesOf } from './workbenchSamples';
import { revive } from './workbenchValues';
import { words } from './workbenchWords';

function titleOf(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The fields of a lifecycle's events that describe the caller, as the guards need them. */
const stranger = { isInTeam: false, isRequester: false, hasCoordinates: true };
const titleOfRole = (role: string) => titleOf(role.toLowerCase().replaceAll('_', ' '));
const byRole: readonly Caller[] = roles.map((role) => ({
  name: titleOfRole(role),
  payload: { ...stranger, roles: [role] },
}));
const member = { ...stranger, roles: ['MEMBER'] };
/** Who reads and changes a message depends on who has sent it, not on roles. Captains pin it. */
const messageCaller = (name: string, by: string, isInTime: boolean, role = 'MEMBER'): Caller => ({
  name,
  payload: { by, sender: 'sender', isInTime, roles: [role] },
});
const callers: Readonly<Record<string, readonly Caller[]>> = {
  incidentLifecycle: [...byRole, { name: 'Member, place unknown', payload: { ...member, hasCoordinates: false } }],
  caseLifecycle: [...byRole, { name: 'Member of the team', payload: { ...member, isInTeam: true } }],
  movementLifecycle: [
    { name: 'Member of the team', payload: { ...member, isInTeam: true } },
    { name: 'Somebody else', payload: member },
  ],
  requisitionLifecycle: [...byRole, { name: 'Member who asked for it', payload: { ...member, isRequester: true } }],
  membershipLifecycle: byRole,
  messageLifecycle: [
    messageCaller('Its sender, within 15 minutes', 'sender', true),
    messageCaller('Its sender, later', 'sender', false),
    messageCaller('Another member', 'somebody else', true),
    messageCaller('A captain who did not send it', 'somebody else', true, 'RESCUE_CAPTAIN'),
  ],
};

/** The charts of this app for the workbench: lifecycles first, then the workflows by area. */
const appCatalogue: Catalogue = {
  title: 'Rules workbench',
  traceChannel: TRACE_CHANNEL,
  coverage: new URL('../docs/coverage.json', import.meta.url).href,
  // The build writes them beside the page (scripts/kit/versions.mjs).
  versionsOf: (chart) => `charts/${chart}.json`,
  invariants: Object.values(invariants),
  words,
  revive,
  charts: catalogue.map(({ machine, title, area, source, kind }) => ({
    machine,
    title,
    group: kind === 'lifecycle' ? 'Lifecycles: what a thing may go through' : `${titleOf(area)}: what a person does`,
    source,
    ...(callers[machine.id] && { callers: callers[machine.id] }),
    ...samplesOf(machine.id),
  })),
};
export default appCatalogue;
