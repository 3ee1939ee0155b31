import { afterEach, expect, it, vi } from 'vitest';
import { alarm } from '../../src/services/device/alarm';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A lock as browsers have it, for one tab. */
function locks() {
  let isHeld = false;
  return {
    async request(_name: string, _options: object, act: (lock: object | null) => Promise<void>): Promise<void> {
      if (isHeld) return act(null);
      isHeld = true;
      await act({}).finally(() => {
        isHeld = false;
      });
    },
  };
}

it('is given again after a sound that the browser never began to play, and not within 1.5 s', async () => {
  vi.useFakeTimers();
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { locks: locks(), vibrate });
  const silent = class {
    resume = () => new Promise(() => {});
  };
  vi.stubGlobal('AudioContext', silent);
  const signals = { sound: true, vibration: true };
  void alarm(signals);
  await vi.advanceTimersByTimeAsync(1_400);
  await alarm(signals);
  expect(vibrate).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  void alarm(signals);
  expect(vibrate).toHaveBeenCalledTimes(2);
});
