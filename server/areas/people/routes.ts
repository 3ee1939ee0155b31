import { endpoints } from '../../../src/contract/endpoints';
import type { App } from '../../http/app';
import { route } from '../../http/route';
import { findProfile } from './profiles';

/** The signed-in member's own profile, S1 §7. */
export function peopleRoutes(app: App): void {
  route(app, endpoints.profile, ({ caller }) => findProfile(app.db, caller.id));
}
