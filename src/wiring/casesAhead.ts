import { type MyCase, MyCases } from '../contract/cases';
import { caseEndpoints } from '../contract/endpoints/cases';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { Incident } from '../contract/incidents';
import { Team, TeamKit } from '../contract/teams';
import { pruneCached } from '../services/answerCache';
import { cacheOf } from './cache';
import { cacheKeys } from './cacheKeys';
import type { Gateways } from './gateways';

/**
 * Fetches the teams, their kits and the incidents of the member's active cases before they are needed, so that a case can be initiated,
 * found, and its people be called, without a network. The stored teams of other cases are deleted. Incidents that are cached already are
 * not fetched, unless the copy is from before the assignment.
 */
export async function fetchAboutCasesAhead(gateways: Gateways, cases: readonly MyCase[]): Promise<void> {
  const { api } = gateways;
  const me = gateways.userId();
  if (me === null) return;
  const active = cases.map(({ incidentId }) => incidentId);
  await pruneCached(me, cacheKeys.team(''), active.map(cacheKeys.team));
  await pruneCached(me, cacheKeys.teamKit(''), active.map(cacheKeys.teamKit));
  const [teams, kits, incidents] = [cacheOf(gateways, Team), cacheOf(gateways, TeamKit), cacheOf(gateways, Incident)];
  const hasTeam = await Promise.all(
    cases.map(async ({ incidentId }) => (await teams.read(cacheKeys.team(incidentId))) !== null),
  );
  // New cases come first: a member who was assigned a moment ago may be about to enter a dead zone.
  const newFirst = [...cases.filter((_, at) => !hasTeam[at]), ...cases.filter((_, at) => hasTeam[at])];
  // One after the other, so that they do not delay other calls. What is missing is fetched again by its screen.
  for (const { incidentId: id, status } of newFirst) {
    const params = { id };
    await teams.fetch(cacheKeys.team(id), () => api.call(caseEndpoints.team, { params })).catch(() => {});
    await kits.fetch(cacheKeys.teamKit(id), () => api.call(caseEndpoints.teamKit, { params })).catch(() => {});
    const key = cacheKeys.incident(id);
    const cached = await incidents.read(key);
    if (cached && isOfCase(cached.data, status, me)) continue;
    await incidents.fetch(key, () => api.call(incidentEndpoints.incident, { params })).catch(() => {});
  }
}

/** Whether a cached copy is from after the assignment. An older one has neither the link to the chat nor the button 'I'm on My Way'. */
const isOfCase = (incident: Incident, caseStatus: string, me: string) =>
  incident.status === caseStatus && (incident.team === null || incident.team.some(({ userId }) => userId === me));

/**
 * Fetches the member's active cases if a chat belongs to one that this device does not have. So a member who was assigned a moment ago
 * can find and begin the case without a network, although no screen has shown it.
 * @param incidentIds the incidents of the member's chats
 */
export async function fetchCasesAhead(gateways: Gateways, incidentIds: readonly string[]): Promise<void> {
  const cache = cacheOf(gateways, MyCases);
  const known = (await cache.read(cacheKeys.myCases))?.data ?? [];
  if (incidentIds.every((id) => known.some(({ incidentId }) => incidentId === id))) return;
  const cases = await cache
    .fetch(cacheKeys.myCases, () => gateways.api.call(caseEndpoints.myCases, {}))
    .catch(() => []);
  await fetchAboutCasesAhead(gateways, cases);
}
