import { type EventObject, fromPromise } from 'xstate';
import { peopleAdminEndpoints } from '../../contract/endpoints/administration';
import { kitEndpoints } from '../../contract/endpoints/kits';
import { volunteerEndpoints } from '../../contract/endpoints/volunteers';
import type { Role } from '../../contract/people';
import type { experienceLevels } from '../../contract/signup';
import type { Position, Volunteer, VolunteerEntry } from '../../contract/volunteers';
import { feedOf } from '../../machines/feed.machine';
import { type VolunteerQuery, volunteerMachine } from '../../machines/people/volunteer.machine';
import { volunteerEditMachine } from '../../machines/people/volunteerEdit.machine';
import { volunteerKitMachine } from '../../machines/people/volunteerKit.machine';
import { volunteersMachine } from '../../machines/people/volunteers.machine';
import { fromStream } from '../../machines/supervision';
import { savingTexts, type VolunteerField } from '../../rules/people/peopleTexts';
import { draftOf, rebasedDraft, type VolunteerDraft } from '../../rules/people/volunteerChanges';
import { textCopying } from '../copying';
import { evenIfLeft } from '../evenIfLeft';
import { type Gateways, newsFor, stopAfterLogOut } from '../gateways';

export { VolunteerScreen } from '../../views/people/VolunteerScreen';
export { VolunteersScreen } from '../../views/people/VolunteersScreen';

/** The directory of volunteers with its ports. */
export const provideVolunteers = ({ api, realtime }: Gateways) =>
  volunteersMachine.provide({
    actors: {
      feed: feedOf<readonly VolunteerEntry[], { userId: string }>(
        fromPromise(({ signal }) => api.call(volunteerEndpoints.volunteers, { signal })),
        fromStream<EventObject, { userId: string }>(({ input: { userId }, sendBack }) =>
          realtime.watchMemberNews(
            userId,
            ['profile.changed', 'approvals.changed', 'volunteers.changed', 'member.left'],
            newsFor(sendBack),
          ),
        ),
      ),
    },
  });

/** The page of one volunteer with its ports and those of its child charts. */
export const provideVolunteer = (gateways: Gateways) => {
  const { api, realtime } = gateways;
  return volunteerMachine.provide({
    actors: {
      feed: feedOf<Volunteer, VolunteerQuery>(
        fromPromise(({ input: { volunteerId }, signal }) =>
          api.call(volunteerEndpoints.volunteer, { params: { id: volunteerId }, signal }),
        ),
        fromStream<EventObject, VolunteerQuery>(({ input: { userId }, sendBack }) =>
          realtime.watchMemberNews(userId, ['profile.changed', 'volunteers.changed', 'member.left'], newsFor(sendBack)),
        ),
      ),
      textCopying,
      volunteerEdit: volunteerEditMachine.provide({
        actors: {
          saveVolunteer: evenIfLeft(gateways, ({ userId, name, field, later, base, draft }) => {
            const changeOf = (one: VolunteerField) => ({
              name,
              call: () => saving[one](gateways, userId, draft, base),
              failureText: (error: unknown) => savingTexts.late(one, error),
            });
            return { ...changeOf(field), queued: () => later.map(changeOf) };
          }),
        },
      }),
      volunteerKit: volunteerKitMachine.provide({
        actors: {
          fetchVolunteerKit: fromPromise(({ input: { userId }, signal }) =>
            api.call(kitEndpoints.kit, { params: { userId }, signal }),
          ),
        },
      }),
    },
  });
};

/** The calls of each field. Only the server checks the values; an unknown value of another server is sent back unchanged. */
const saving: Readonly<
  Record<
    VolunteerField,
    (gateways: Gateways, id: string, draft: VolunteerDraft, base: VolunteerDraft) => Promise<unknown>
  >
> = {
  position: ({ api }, id, { position }) =>
    api.call(peopleAdminEndpoints.setPosition, { params: { id }, body: { position: position as Position } }),
  experience: ({ api }, id, { experience }) =>
    api.call(peopleAdminEndpoints.setExperience, {
      params: { id },
      body: { experience: experience as (typeof experienceLevels)[number] },
    }),
  // They are sent as a whole, and no server compares them: one that another admin has given since the page was fetched would be taken away.
  roles: async (gateways, id, draft, base) => {
    const { api } = gateways;
    const mayGoOn = stopAfterLogOut(gateways);
    const present = draftOf(await api.call(volunteerEndpoints.volunteer, { params: { id } }));
    mayGoOn();
    const { roles } = rebasedDraft(base, draft, present);
    return api.call(peopleAdminEndpoints.setRoles, { params: { id }, body: roles as Role[] });
  },
};
