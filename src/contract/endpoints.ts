import { archiveEndpoints, maintenanceEndpoints, peopleAdminEndpoints } from './endpoints/administration';
import { caseEndpoints } from './endpoints/cases';
import { chatEndpoints } from './endpoints/chat';
import { healthEndpoints } from './endpoints/health';
import { incidentEndpoints } from './endpoints/incidents';
import { inventoryEndpoints } from './endpoints/inventory';
import { kitEndpoints } from './endpoints/kits';
import { notificationEndpoints } from './endpoints/notifications';
import { profileEndpoints } from './endpoints/profile';
import { searchEndpoints } from './endpoints/search';
import { sessionEndpoints } from './endpoints/session';
import { signupEndpoints } from './endpoints/signup';
import { standingsEndpoints } from './endpoints/standings';
import { volunteerEndpoints } from './endpoints/volunteers';

export type { Endpoint } from './endpoint';

/**
 * Every HTTP call, S1 §7 and S2 §7, as the server registers them. The app imports each area's own table, so that no screen
 * loads the schemas of another.
 */
export const endpoints = {
  ...sessionEndpoints,
  ...signupEndpoints,
  ...chatEndpoints,
  ...incidentEndpoints,
  ...caseEndpoints,
  ...standingsEndpoints,
  ...archiveEndpoints,
  ...profileEndpoints,
  ...volunteerEndpoints,
  ...kitEndpoints,
  ...inventoryEndpoints,
  ...notificationEndpoints,
  ...maintenanceEndpoints,
  ...peopleAdminEndpoints,
  ...searchEndpoints,
  ...healthEndpoints,
};
