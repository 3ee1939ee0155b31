import { type MyCase, MyCases } from '../../contract/cases';
import type { ChatGroup } from '../../contract/chats';
import { caseEndpoints } from '../../contract/endpoints/cases';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { Incident } from '../../contract/incidents';
import { Team, TeamKit } from '../../contract/teams';
import { isInTeam } from '../../rules/incidents/incidents';
import { pruneCached } from '../../services/storage/answerCache';
import { cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import type { Gateways } from '../gateways';

/**
 * Fetches the teams, their kits and the incidents of the member's active cases before they are needed, so that without a network the
 * member can find the animal, call the people of the case, and initiate it. The stored teams of other cases are deleted. Incidents that are
 * cached already are not fetched, unless the copy is from before the assignment or has another place than the case.
 */
export async function fetchAboutCasesAhead(gateways: Gateways, cases: readonly MyCase[]): Promise<void> {
  const { api } = gateways;
  const myId = gateways.userId();
  if (myId === null) return;
  const active = cases.map(({ incidentId }) => incidentId);
  await pruneCached(myId, cacheKeys.team(''), active.map(cacheKeys.team));
  await pruneCached(myId, cacheKeys.teamKit(''), active.map(cacheKeys.teamKit));
  const [teams, kits, incidents] = [cacheOf(gateways, Team), cacheOf(gateways, TeamKit), cacheOf(gateways, Incident)];
  const hasTeam = await Promise.all(
    cases.map(async ({ incidentId }) => (await teams.read(cacheKeys.team(incidentId))) !== null),
  );
  // New cases come first: a member who was assigned a moment ago may be about to enter a dead zone.
  const newFirst = [...cases.filter((_, at) => !hasTeam[at]), ...cases.filter((_, at) => hasTeam[at])];
  // One after the other, so that they do not delay other calls. What is missing is fetched again by its screen.
  for (const myCase of newFirst) {
    const id = myCase.incidentId;
    const params = { id };
    await teams.fetch(cacheKeys.team(id), () => api.call(caseEndpoints.team, { params })).catch(() => {});
    await kits.fetch(cacheKeys.teamKit(id), () => api.call(caseEndpoints.teamKit, { params })).catch(() => {});
    const key = cacheKeys.incident(id);
    const cached = await incidents.read(key);
    if (cached && isOfCase(cached.data, myCase, myId) && saysTheSame(cached.data, myCase)) continue;
    await incidents.fetch(key, () => api.call(incidentEndpoints.incident, { params })).catch(() => {});
  }
}

/** Whether a cached copy is from after the assignment. An older one has neither the link to the chat nor the button 'I'm on My Way'. */
const isOfCase = (incident: Incident, { status }: MyCase, myId: string) =>
  incident.status === status && (incident.team === null || isInTeam(incident, myId));

/** What a captain may correct while the team is on its way. */
const correctable = ['location', 'description', 'latitude', 'longitude', 'contactNumber'] as const;

/** Whether a cached copy leads to the same place and number as the case. A server may not send all of this with a case. */
const saysTheSame = (incident: Incident, myCase: MyCase) =>
  correctable.every((fact) => (myCase[fact] ?? null) === null || myCase[fact] === incident[fact]);

/** The chats for which the cases were last fetched. A captain is in chats of cases that are not theirs. */
let asked: ReadonlySet<string> = new Set();
/** Contains whether the member is in the team: one who joins the team of a case may already be in its chat. */
const membershipKey = (myId: string | null, { purposeId, incident }: ChatGroup) =>
  `${myId} ${purposeId} ${isInTeam(incident, myId)}`;

/** The member's session has ended here: what was fetched is deleted. */
export const forgetAskedCases = (): void => {
  asked = new Set();
};

/**
 * Fetches the member's active cases if a chat belongs to one that this device does not have. So a member who was assigned a moment ago
 * can find and begin the case without a network, although no screen has shown it.
 * @param groups the member's chats
 */
export async function fetchCasesAhead(gateways: Gateways, groups: readonly ChatGroup[]): Promise<void> {
  const cache = cacheOf(gateways, MyCases);
  const myId = gateways.userId();
  const known = (await cache.read(cacheKeys.myCases))?.data ?? [];
  const keys = groups.map((group) => membershipKey(myId, group));
  const isKnown = groups.every(
    ({ purposeId }, at) =>
      !purposeId || asked.has(keys[at] ?? '') || known.some(({ incidentId }) => incidentId === purposeId),
  );
  // A chat that comes back after it was gone is a new one.
  asked = new Set(keys.filter((key) => asked.has(key)));
  if (isKnown) return;
  const cases = await cache
    .fetch(cacheKeys.myCases, () => gateways.api.call(caseEndpoints.myCases, {}))
    .catch(() => null);
  if (cases === null) return;
  asked = new Set(keys);
  await fetchAboutCasesAhead(gateways, cases);
}
