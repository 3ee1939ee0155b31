import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LocationFailure } from '../../src/rules/incidents/locationTexts';
import { locate } from '../../src/services/device/location';
import { locateNearby, mayLocate, recentPlace } from '../../src/services/device/nearby';
import { connections, portOf, started } from './leaving';

// Only the wiring is tested here: the screens that its file hands on need a browser.
vi.mock('../../src/views/incidents/live/LiveScreen', () => ({ LiveScreen: null }));
vi.mock('../../src/views/shell/ListPane', () => ({ unlessBeside: () => null }));

const { provideLive } = await import('../../src/wiring/incidents/live');

/** A device that asks for permission, and gets an answer when the test gives one. */
let answer: { found: PositionCallback; failed: PositionErrorCallback; options: PositionOptions };
const geolocation = {
  getCurrentPosition: (found: PositionCallback, failed: PositionErrorCallback, options: PositionOptions) => {
    answer = { found, failed, options };
  },
};
const place = { coords: { latitude: 18.5, longitude: 73.8 } } as GeolocationPosition;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { geolocation });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What comes of it, as soon as something does. */
function locating(signal = new AbortController().signal) {
  const seen: unknown[] = [];
  locate(signal).then(
    (found) => seen.push(found),
    (failure) => seen.push(failure),
  );
  return seen;
}

it('asks for high accuracy and gives the device ten seconds (S1 §9)', async () => {
  const seen = locating();
  expect(answer.options).toEqual({ timeout: 10_000, enableHighAccuracy: true });
  answer.found(place);
  await vi.runAllTimersAsync();
  expect(seen).toEqual([{ latitude: 18.5, longitude: 73.8 }]);
});

it('gives up 30 s after a question that nobody has answered, and takes no later answer', async () => {
  const seen = locating();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual([new LocationFailure('timeout')]);
  expect((seen[0] as LocationFailure).kind).toBe('timeout');
  answer.found(place);
  await vi.runAllTimersAsync();
  expect(seen).toHaveLength(1);
});

it.each([
  [1, 'denied', 'User denied Geolocation'],
  [2, 'unavailable', 'No satellites.'],
  [3, 'timeout', ''],
] as const)('says why it failed: %s', async (code, kind, message) => {
  const seen = locating();
  answer.failed({ code, message } as GeolocationPositionError);
  await vi.runAllTimersAsync();
  expect(seen).toMatchObject([{ kind, reason: message.replace('.', '') }]);
});

it('never answers after it was stopped, and leaves no timer behind', async () => {
  const cut = new AbortController();
  const seen = locating(cut.signal);
  cut.abort();
  expect(vi.getTimerCount()).toBe(0);
  answer.found(place);
  await vi.runAllTimersAsync();
  expect(seen).toEqual([]);
});

it('says that a browser cannot do it', async () => {
  vi.stubGlobal('navigator', {});
  const seen = locating();
  await vi.runAllTimersAsync();
  expect(seen).toMatchObject([{ kind: 'unsupported' }]);
});

it('the nearest incidents wait for it until the page is visible: browsers do not locate a hidden one', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  const getCurrentPosition = vi.spyOn(geolocation, 'getCurrentPosition');
  started(portOf(provideLive(connections().gateways), 'nearby', 'locate'), { mayAsk: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(getCurrentPosition).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(getCurrentPosition).toHaveBeenCalledOnce();
});

it('a place is remembered only as long as the member allows it (DECISIONS 174)', async () => {
  const permission: { state: string; onchange: null | (() => void) } = { state: 'granted', onchange: null };
  vi.stubGlobal('navigator', { geolocation, permissions: { query: async () => permission } });
  expect(await mayLocate()).toBe(true);
  const locating = locateNearby(new AbortController().signal);
  answer.found(place);
  await locating;
  expect(recentPlace()).toMatchObject({ latitude: 18.5, longitude: 73.8 });
  permission.state = 'denied';
  permission.onchange?.();
  permission.state = 'granted';
  expect(recentPlace()).toBe(null);
});
