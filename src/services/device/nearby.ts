import { NEARBY_COUNTS, type Place } from '../../rules/incidents/incidents';
import { keepSetting, readSetting } from '../storage/settings';
import { locate } from './location';

/** The key in localStorage for whether this device sorts the live incidents by distance. */
const NEAR = 'live/near';

/** Says whether the browser gives the position without asking, and follows changes of that. Null as long as it was not asked for. */
let permission: PermissionStatus | null = null;
const isAllowed = () => permission?.state === 'granted';

/** Where the device was last, and when. In memory only, and no longer than the browser allows it: a position is not stored. */
let last: { readonly place: Place; readonly at: number } | null = null;

/** Whether the browser gives the position without asking the member. False if the browser does not tell. Never asks the member. */
export async function mayLocate(): Promise<boolean> {
  try {
    // Asked each time, because the state of an earlier answer follows a change with some delay.
    if (permission) permission.onchange = null;
    permission = await navigator.permissions.query({ name: 'geolocation' });
    permission.onchange = () => {
      if (!isAllowed()) last = null;
    };
    return isAllowed();
  } catch {
    return false;
  }
}

/** Locates the device, and remembers the place for `recentPlace`. Like `locate` otherwise. */
export async function locateNearby(signal: AbortSignal): Promise<Place> {
  const place = await locate(signal);
  if (isAllowed()) last = { place, at: Date.now() };
  return place;
}

/**
 * Where the device was a short time ago, and when. Null if that is not known, or if the browser would ask the member before it locates
 * again.
 */
export const recentPlace = () => (last && Date.now() - last.at < NEARBY_COUNTS ? { ...last.place, at: last.at } : null);

/** The last choice on this device. False if there is none, or if the browser forbids storage. */
export const isNearbyChosen = () => readSetting(NEAR) === 'yes';
export const keepNearbyChoice = (isChosen: boolean) => keepSetting(NEAR, isChosen ? 'yes' : 'no');
