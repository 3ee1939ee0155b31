import { expect, it, vi } from 'vitest';
import { toPromise } from 'xstate';
import { provideShare } from '../../src/wiring/share';
import { connections, portOf, started } from './leaving';

// Node has none of what keeps drafts and shared files in a browser, and makes no picture small.
const { drafts, attached, preparing } = vi.hoisted(() => ({
  drafts: [] as string[],
  attached: [] as File[],
  preparing: { ends: (_: unknown) => {} },
}));
vi.mock('../../src/services/drafts/unopenedDrafts', () => ({
  readDraft: async () => attached,
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
  [true, ['report', 'report/photos']],
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

it.each([
  [7, 'handed', ['report/photos']],
  [8, 'full', []],
])(
  'three files beside %d are %s: a report has ten at most, and none is left out without a word',
  async (count, outcome, changed) => {
    drafts.length = 0;
    const files = (many: number) =>
      Array.from({ length: many }, () => new File(['bytes'], 'dog.mp4', { type: 'video/mp4' }));
    attached.splice(0, attached.length, ...files(count));
    const input = { userId: '7', shared: { text: '', files: files(3), problems: [] }, target: { kind: 'report' } };
    expect(await toPromise(started(portOf(provideShare(connections().gateways), 'handOver'), input))).toBe(outcome);
    expect(drafts).toEqual(changed);
  },
);
