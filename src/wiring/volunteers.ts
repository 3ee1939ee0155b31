import { type EventObject, fromPromise } from 'xstate';
import { volunteerEndpoints } from '../contract/endpoints/volunteers';
import type { VolunteerEntry } from '../contract/volunteers';
import { feedOf } from '../machines/feed.machine';
import { volunteersMachine } from '../machines/people/volunteers.machine';
import { fromStream } from '../machines/supervision';
import { type Gateways, newsFor } from './gateways';

export { VolunteersScreen } from '../views/people/VolunteersScreen';

/** The directory of volunteers with its ports. */
export const provideVolunteers = ({ api, realtime }: Gateways) =>
  volunteersMachine.provide({
    actors: {
      feed: feedOf<readonly VolunteerEntry[], { userId: string }>(
        fromPromise(({ signal }) => api.call(volunteerEndpoints.volunteers, { signal })),
        fromStream<EventObject, { userId: string }>(({ input: { userId }, sendBack }) =>
          realtime.watchMember(userId, ['profile.changed', 'approvals.changed'], newsFor(sendBack)),
        ),
      ),
    },
  });
