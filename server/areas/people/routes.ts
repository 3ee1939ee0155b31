import { endpoints } from '../../../src/contract/endpoints';
import { route } from '../../http/route';
import type { App } from '../app';
import { findProfile } from './profiles';
import { listStandings } from './standings';

/** The signed-in member's own profile and the leaderboard, S1 §7. */
export function peopleRoutes(app: App): void {
  route(app, endpoints.profile, ({ caller }) => findProfile(app.db, caller.id));
  route(app, endpoints.leaderboard, () => listStandings(app.db));
}
