import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { momentAgo } from '../../../src/services/moment';
import { hasHadNews } from '../../../src/services/realtime/missedNews';

const clocks = { awake: 50_000, wall: 1_700_000_000_000 };
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clocks.awake);
  vi.spyOn(Date, 'now').mockImplementation(() => clocks.wall);
});
afterEach(() => vi.restoreAllMocks());

/** Time that passes while the device is awake and while it sleeps, in milliseconds. */
function pass(awake: number, asleep = 0): void {
  clocks.awake += awake;
  clocks.wall += awake + asleep;
}

it('there was news if the topic was quiet for less time than has passed since the request', () => {
  const asked = momentAgo(0);
  pass(3_000);
  expect(hasHadNews(2_999, asked)).toBe(true);
  expect(hasHadNews(3_000, asked)).toBe(false);
});

it('the time that the device has slept since the request counts', () => {
  const asked = momentAgo(1_000);
  pass(2_000, 600_000);
  expect(hasHadNews(600_000, asked)).toBe(true);
  expect(hasHadNews(603_000, asked)).toBe(false);
});

it('a clock that is set back hides no news', () => {
  const asked = momentAgo(0);
  pass(3_000, -60_000);
  expect(hasHadNews(2_000, asked)).toBe(true);
});

it('if the server does not tell, only a sleep counts: the charts count the rest', () => {
  const asked = momentAgo(0);
  pass(10_000);
  expect(hasHadNews(undefined, asked)).toBe(false);
  pass(0, 2_000);
  expect(hasHadNews(undefined, asked)).toBe(false);
  pass(0, 1);
  expect(hasHadNews(undefined, asked)).toBe(true);
});
