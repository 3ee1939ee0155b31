import { afterEach, expect, it, vi } from 'vitest';
import { provideMessage } from '../../src/wiring/submissions/message';
import { picture } from '../walks/submissions/samples';
import { connections, portOf, started } from './leaving';

// Making a picture small needs a browser. As the library does: it may never end, but an abort ends it.
vi.mock('../../src/services/device/images', () => ({
  compressImage: (_: File, signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a photo that cannot be made small within 30 s is uploaded as it is (DECISIONS 212)', async () => {
  const sent: FormData[] = [];
  const upload = {
    upload: {},
    open() {},
    setRequestHeader() {},
    abort() {},
    send: (form: FormData) => sent.push(form),
  };
  vi.stubGlobal('XMLHttpRequest', function request() {
    return upload;
  });
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const { gateways } = connections();
  Object.assign(gateways.apiOptions, { base: '', token: () => 'a token' });
  const message = picture('c1');
  const blob = new Blob([new Uint8Array(2_000_000)], { type: 'image/jpeg' });
  const submission = { ...message, content: { ...message.content, media: { name: 'dog.jpg', blob } } };
  const trying = started(portOf(provideMessage(gateways).message, 'upload'), { submission, myId: '7' });
  await expect.poll(() => timeout.mock.calls).toEqual([[30_000]]);
  expect(sent).toEqual([]);
  limit.abort();
  await expect.poll(() => sent.map((form) => (form.get('media') as File).size)).toEqual([2_000_000]);
  trying.stop();
});
