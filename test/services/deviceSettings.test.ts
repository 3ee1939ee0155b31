import { expect, it, vi } from 'vitest';
import { openDeviceSettings } from '../../src/services/storage/deviceSettings';

it('a choice for this device is heard from the other tabs, and so is that all of them were deleted', () => {
  const kept = new Map<string, string>();
  const localStorage = { getItem: (key: string) => kept.get(key) ?? null };
  const page = Object.assign(new EventTarget(), { localStorage });
  vi.stubGlobal('window', page);
  const heard: unknown[] = [];
  const store = openDeviceSettings('7', ({ sound }, muted) => heard.push([sound, muted]));
  const changedElsewhere = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  kept.set('device', '{"sound":true}');
  changedElsewhere('device');
  kept.set('muted/7', '["chat/1"]');
  changedElsewhere('muted/7');
  changedElsewhere('muted/8');
  kept.clear();
  changedElsewhere(null);
  const atFirst = [false, []];
  expect(heard).toEqual([atFirst, [true, []], [true, ['chat/1']], atFirst]);
  store.close();
  changedElsewhere('device');
  expect(heard).toHaveLength(4);
  vi.unstubAllGlobals();
});
