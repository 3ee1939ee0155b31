import { readlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { media } from '../../server/db/schema';
import { jpeg, uploaded, wav } from '../kit/media';
import { signIn, startTestServer, type TestServer } from '../kit/server';

/** `npm run durability` shows the same by system calls, and the database with it. */
let server: TestServer;
let mira: string;
beforeAll(async () => {
  server = await startTestServer();
  mira = await signIn(server.base, 'member');
});
afterAll(() => server.close());

/** What is synced, by its path, with the number of rows there are then. The real call follows. */
async function watchSyncs() {
  const handle = await open('/dev/null');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  const seen: { path: string; rows: number }[] = [];
  prototype.sync = async function (this: FileHandle) {
    seen.push({ path: readlinkSync(`/proc/self/fd/${this.fd}`), rows: await server.db.$count(media) });
    return sync.call(this);
  };
  return {
    seen,
    stop: () => {
      prototype.sync = sync;
    },
  };
}

it.each([
  ['a recording', async () => wav(), ['a file', 'the folder']],
  ['a picture with its thumbnail', jpeg, ['a file', 'a file', 'the folder', 'the folder']],
])('an upload is on the disk, and its name in the folder, before it has a row: %s', async (_, make, synced) => {
  const file = await make();
  const rows = await server.db.$count(media);
  const { seen, stop } = await watchSyncs();
  try {
    await uploaded(server.base, mira, file);
  } finally {
    stop();
  }
  // A file is synced while it is still among the incoming ones.
  const places = seen.map(({ path }) => {
    if (path.endsWith('/media/files')) return 'the folder';
    return path.includes('/media/incoming/') ? 'a file' : path;
  });
  expect(places).toEqual(synced);
  expect(seen.map((one) => one.rows)).toEqual(synced.map(() => rows));
  expect(await server.db.$count(media)).toBe(rows + 1);
});
