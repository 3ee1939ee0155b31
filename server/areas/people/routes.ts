import { endpoints } from '../../../src/contract/endpoints';
import { byCaller, limit } from '../../http/limit';
import { route } from '../../http/route';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { endRevoked } from '../session/endRevoked';
import { changePassword } from '../session/newPassword';
import { findProfile } from './profiles';
import { changeSettings, type Settings } from './settings';
import { listStandings } from './standings';
import { findVolunteer, listVolunteers } from './volunteers';

/** Routes of the caller's own profile, the directory of members and the leaderboard, S1 §7 and S2 §7. */
export function peopleRoutes(app: App): void {
  route(app, endpoints.profile, ({ caller }) => findProfile(app.db, caller.id), { mayHaveOldPassword: true });
  route(app, endpoints.leaderboard, () => listStandings(app.db));
  route(app, endpoints.volunteers, () => listVolunteers(app.db));
  route(app, endpoints.volunteer, ({ params }) => findVolunteer(app.db, params.id));
  settingRoutes(app);
  passwordRoute(app);
}

function settingRoutes(app: App): void {
  /** Changes the caller's profile, informs all of their tabs and everybody who sees the directory, and answers with the changed profile. */
  async function change({ id }: { readonly id: number }, settings: Settings) {
    const profile = await changeSettings(app.db, id, settings);
    tellMember(app, id, { type: 'profile.changed' });
    app.tellDirectory();
    return profile;
  }
  route(app, endpoints.setAvailability, ({ caller, body }) => change(caller, body));
  route(app, endpoints.setMedicineBox, ({ caller, body }) => change(caller, body));
  route(app, endpoints.setShelter, ({ caller, body }) => change(caller, body));
  route(app, endpoints.setVehicle, ({ caller, body }) => change(caller, body));
  route(app, endpoints.setProfileLocation, ({ caller, body }) => change(caller, { ...body, locatedAt: new Date() }));
}

/**
 * The route Change Password: the session that calls it continues with a new token; all other sessions of the member end (DECISIONS
 * P10).
 */
function passwordRoute(app: App): void {
  const { loginsPerMember } = app.config.limits;
  route(
    app,
    endpoints.changePassword,
    async ({ caller, body }) => {
      const member = await changePassword(app.db, caller, body).catch(async (error) => {
        await endRevoked(app, caller.id, error);
        throw error;
      });
      const { sessionId } = caller;
      app.connections.logOutOthers(
        caller.id,
        { sessionId, tokenEpoch: member.tokenEpoch },
        'Your password was changed. Please log in again.',
      );
      tellMember(app, caller.id, { type: 'profile.changed' });
      return { token: await app.tokens.issue(member, sessionId) };
    },
    {
      mayHaveOldPassword: true,
      limits: [limit(loginsPerMember, 'minute', byCaller)],
    },
  );
}
