import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchBarcodes } from '../../src/services/device/barcodes';

/** The code in front of the camera, or null. */
let shown: string | null;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  shown = null;
  const picture = { getTracks: () => [] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => picture } });
  vi.stubGlobal('document', { createElement: () => ({ play: async () => {} }) });
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = async () => (shown === null ? [] : [{ rawValue: shown }]);
    },
  );
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts to read, and collects the codes that are reported. */
function reading() {
  const codes: string[] = [];
  stop = watchBarcodes((news) => news.type === 'code.seen' && codes.push(news.code));
  return codes;
}
async function show(code: string | null, milliseconds: number) {
  shown = code;
  await vi.advanceTimersByTimeAsync(milliseconds);
}

it('reports a code once while it stays in view, even if some scans miss it', async () => {
  const codes = reading();
  await show('4006381333931', 2_000);
  await show(null, 500);
  await show('4006381333931', 2_000);
  expect(codes).toEqual(['4006381333931']);
});

it('reports a code again that was out of view and comes back', async () => {
  const codes = reading();
  await show('4006381333931', 1_000);
  await show(null, 2_000);
  await show('4006381333931', 1_000);
  expect(codes).toEqual(['4006381333931', '4006381333931']);
});

it('reports another code that takes the place of the first', async () => {
  const codes = reading();
  await show('4006381333931', 1_000);
  await show('8901234500019', 1_000);
  expect(codes).toEqual(['4006381333931', '8901234500019']);
});
