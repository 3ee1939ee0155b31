import { expect, it, vi } from 'vitest';
import { createEchoes } from '../../src/services/storage/echoes';

it('of the messages that are no echo any more the newest 200 are remembered for other tabs', () => {
  const kept = new Map<string, string>();
  const localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) };
  vi.stubGlobal('window', { localStorage });
  createEchoes().add(
    '7',
    Array.from({ length: 201 }, (_, place) => `global/${place}`),
  );
  const inOtherTab = createEchoes();
  expect(['global/0', 'global/1', 'global/200'].map((name) => inOtherTab.has('7', name))).toEqual([false, true, true]);
  vi.unstubAllGlobals();
});
