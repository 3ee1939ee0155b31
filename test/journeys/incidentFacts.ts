import { CallFailure } from '../../src/contract/failure';
import type { Incident, IncidentStatus } from '../../src/contract/incidents';
import type { IncidentSnapshot } from '../../src/machines/incidents/incident.machine';
import type { CaptainAction } from '../../src/rules/incidents/incidentTexts';
import { buttonsAt, UNAUTHORIZED } from '../walks/incidents/incident.facts';
import { dog } from '../walks/incidents/samples';
import { answers, type Fate } from './calls';
import type { IncidentSetup } from './incidentScreen';

export const people = {
  mira: { username: 'member', roles: ['ROLE_MEMBER'], me: { id: '1', firstName: 'Mira' } },
  kabir: { username: 'captain', roles: ['ROLE_MEMBER', 'ROLE_RESCUE_CAPTAIN'], me: { id: '2', firstName: 'Kabir' } },
};
export const isCaptain = ({ context: { me } }: { context: { me: { id: string } } }) => me.id === people.kabir.me.id;
export const who = (is: Parameters<typeof isCaptain>[0]) => (isCaptain(is) ? people.kabir : people.mira);
export const statusOf = ({ context }: IncidentSnapshot) => context.incident?.status as IncidentStatus;

export const buttonsOf = (is: IncidentSnapshot) => buttonsAt(statusOf(is), isCaptain(is));

/** The event of a press by the member. */
export const press =
  <Type extends string>(type: Type) =>
  (is: IncidentSnapshot) => ({ type, roles: who(is).roles });
export const fetched =
  (changes: Partial<Incident> = {}) =>
  ({ context }: IncidentSnapshot) => ({
    type: 'feed.fetched',
    data: { ...(context.incident ?? dog()), ...changes },
  });
export const unfetched = (kind: 'network' | 'refused' | 'unreadable', status: number) => ({
  type: 'feed.failed',
  error: new CallFailure(kind, status),
});
export const gone = unfetched('refused', 404);
export const acted = (action: string) => ({ type: 'incident.acted', action });
const forbidden = (action: CaptainAction) => ({ type: 'action.forbidden', action });
export const done = (chart: string) => ({ type: `xstate.done.actor.${chart}` });

/** A button of the page, by its name in the facts. */
export const button = (name: string, ...types: string[]) => ({
  tells: types.map(press),
  control: ({ incident }: IncidentSetup) => incident.button(name),
  does: ({ incident }: IncidentSetup) => incident.press(name),
});
export const headerButton = (name: string, tells: readonly ReturnType<typeof press>[]) => ({
  tells,
  control: ({ incident }: IncidentSetup) => incident.header(name),
  does: ({ incident }: IncidentSetup) => incident.header(name).click(),
});
/** A button of a modal, found by its text, because the × can have the same accessible name. */
export const answer = (name: string) => ({
  control: ({ incident }: IncidentSetup) => incident.dialog.getByText(name, { exact: true }),
  does: ({ incident }: IncidentSetup) => incident.dialog.getByText(name, { exact: true }).click(),
});
/** Somebody else does it, and the page gets the news. */
export const others = (does: (id: string) => Promise<unknown>, changes: Partial<Incident>) => ({
  tells: [fetched(changes)],
  does: ({ id }: IncidentSetup) => does(id),
});
/** The member has lost the role: the server answers 403. */
export const refused = (action: CaptainAction, does: (setup: IncidentSetup) => Promise<unknown>) => ({
  tells: [press(action), forbidden(action)],
  does: (setup: IncidentSetup) => setup.presses(() => does(setup), answers(403, '{"message":"No."}')),
});
export const comes = (fate: Fate, ...tells: object[]) => ({
  tells: tells as { type: string }[],
  does: ({ fetching }: IncidentSetup) => fetching.let(fate, fate),
});

export const only =
  <Target>(target: Target, ...statuses: IncidentStatus[]) =>
  (is: IncidentSnapshot) =>
    statuses.includes(statusOf(is)) ? target : undefined;
export const onlyFor =
  <Target>(mayDo: boolean, target: Target, ...statuses: IncidentStatus[]) =>
  (is: IncidentSnapshot) =>
    isCaptain(is) === mayDo ? only(target, ...statuses)(is) : undefined;
/** Not repeated for other members, because nothing differs for them. */
export const byCaptains =
  <Target>(target: Target) =>
  (is: IncidentSnapshot) =>
    isCaptain(is) ? target : undefined;
export const says = (text: string) => ({
  to: 'shown.unauthorized',
  sees: ({ incident }: IncidentSetup) => incident.dialog.getByText(text, { exact: true }).waitFor(),
});
export const tellsWhy = (text: string) => ({
  to: 'failed',
  sees: ({ incident }: IncidentSetup) => incident.alerts(text),
});
export const EDIT = says(UNAUTHORIZED['incident.edit']);
export const ASSIGN = says(UNAUTHORIZED['team.assign']);
export const assigning = {
  to: 'shown.reading',
  async sees({ person, page, incident, id }: IncidentSetup) {
    await person.isAt(`/incident/${id}/assign`);
    await incident.actions.waitFor({ state: 'detached' });
    await page.goBack();
    await incident.isShown(id);
  },
};
export const forRole =
  <Mine, Theirs>(mine: Mine, theirs: Theirs, ...statuses: IncidentStatus[]) =>
  (is: IncidentSnapshot) =>
    only<Mine | Theirs>(isCaptain(is) ? mine : theirs, ...statuses)(is);
export const heading =
  (name: string) =>
  async ({ incident }: IncidentSetup) =>
    incident.dialog.getByRole('heading', { name }).waitFor();
export const REASON = 'It had left by itself.';
