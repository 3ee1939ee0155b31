import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { incidentEndpoints } from '../../src/contract/endpoints/incidents';
import { createUpload, type UploadNews } from '../../src/services/api/upload';

/** The XMLHttpRequest of a browser, which Node lacks: it is answered when the test says so. */
class Request {
  static readonly all: Request[] = [];
  readonly upload = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  onload = async () => {};
  constructor() {
    Request.all.push(this);
  }
  open() {}
  send() {}
  abort() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  answer(status: number, content: object) {
    Object.assign(this, { status, responseText: JSON.stringify(content) });
    return this.onload();
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  Request.all.length = 0;
  vi.unstubAllGlobals();
});

/** An upload of a report. The session renews its token whenever the server refuses it. */
function uploading() {
  const news: UploadNews<unknown>[] = [];
  const upload = createUpload({
    base: '',
    can: () => true,
    token: () => 'old',
    onUnauthorized: async () => 'new',
  } as Parameters<typeof createUpload>[0]);
  const stop = upload(incidentEndpoints.reportIncident, { form: new FormData() }, (one) => news.push(one));
  return { news, stop };
}

it('an upload is sent once more with the new token of its member, and fails if that is refused, too', async () => {
  const { news } = uploading();
  await Request.all[0]?.answer(401, { message: 'The session has expired.' });
  expect(Request.all.map(({ headers }) => headers.Authorization)).toEqual(['Bearer old', 'Bearer new']);
  expect(news).toEqual([]);
  await Request.all[1]?.answer(401, { message: 'The session has expired.' });
  expect(Request.all).toHaveLength(2);
  expect(news).toMatchObject([{ type: 'upload.failed', error: { status: 401 } }]);
});

it('an upload that was aborted while its token is renewed is not sent again, and reports nothing', async () => {
  const { news, stop } = uploading();
  const answered = Request.all[0]?.answer(401, { message: 'The session has expired.' });
  stop();
  await answered;
  expect([Request.all.length, news]).toEqual([1, []]);
});
