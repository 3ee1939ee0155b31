import { expect, it, vi } from 'vitest';
import { toPromise } from 'xstate';
import { provideShare } from '../../src/wiring/share';
import { connections, portOf, started } from './leaving';

// Node has none of what keeps drafts and shared files in a browser, and makes no picture small.
const { drafts, preparing } = vi.hoisted(() => ({
  drafts: [] as string[],
  preparing: { ends: (_: unknown) => {} },
}));
vi.mock('../../src/services/drafts/unopenedDrafts', () => ({
  readDraft: async () => null,
  changeDraft: async (_: string, key: string) => void drafts.push(key),
}));
vi.mock('../../src/services/storage/share', () => ({
  handOverShared: (_: string, hand: () => Promise<unknown>) => hand(),
  dropShared: async () => {},
}));
vi.mock('../../src/services/device/images', () => ({
  compressImage: (file: File) =>
    new Promise((resolve) => {
      preparing.ends = () => resolve(file);
    }),
}));

it.each([
  [true, ['report/photos', 'report']],
  [false, []],
])('what is shared is added to a report if its member is still signed in (%s)', async (isHere, changed) => {
  drafts.length = 0;
  preparing.ends = () => {};
  const { gateways, logOut } = connections();
  const shared = { text: 'A dog', files: [new File(['bytes'], 'dog.jpg', { type: 'image/jpeg' })], problems: [] };
  const input = { userId: '7', shared, target: { kind: 'report' } };
  const handing = started(portOf(provideShare(gateways), 'handOver'), input);
  const { ends } = preparing;
  await expect.poll(() => preparing.ends !== ends).toBe(true);
  if (!isHere) logOut();
  preparing.ends(null);
  await toPromise(handing);
  expect(drafts).toEqual(changed);
});
