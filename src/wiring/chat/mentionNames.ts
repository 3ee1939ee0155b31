import { volunteerEndpoints } from '../../contract/endpoints/volunteers';
import { mentionNameOf } from '../../rules/people/volunteers';
import type { Api } from '../../services/api/api';

/** The first names of all volunteers (DECISIONS P20). This file is loaded when the first @ is typed. */
export async function fetchMentionNames(api: Api, signal: AbortSignal): Promise<readonly string[]> {
  const volunteers = await api.call(volunteerEndpoints.volunteers, { signal });
  return [...new Set(volunteers.map(mentionNameOf))].filter((name) => name !== '');
}
