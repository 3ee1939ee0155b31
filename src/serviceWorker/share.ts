import { SHARE_ADDRESS, SHARE_CACHE, SHARED_RECORD, type SharedRecord } from '../contract/share';
import { type Shared, sharedIn, sharedTexts, unreadableShare } from '../rules/share';

/** Whether this request is the form of another app that shares something. */
export const isShare = ({ method, url }: Request, scope: string) =>
  method === 'POST' && url.split(/[?#]/)[0] === new URL(SHARE_ADDRESS, scope).href;

/**
 * Stores on this device what is shared, and opens the screen that asks what it is for. Nothing is sent, because any page may post such a
 * form; the member decides (DECISIONS 183).
 */
export async function takeShare(request: Request, scope: string): Promise<Response> {
  const shared = await request.formData().then(sharedIn, () => unreadableShare);
  await keep(shared)
    .catch(() => keep({ text: shared.text, files: [], problems: [sharedTexts.noRoom] }))
    // The screen says that nothing is waiting.
    .catch((error) => console.error('What was shared cannot be kept', error));
  return Response.redirect(new URL('./#/share', scope).href, 303);
}

/** Replaces what was shared before. The record is stored last, so its files are there. */
async function keep({ text, files, problems }: Shared): Promise<void> {
  const cache = await caches.open(SHARE_CACHE);
  const id = crypto.randomUUID();
  const before = await cache.keys();
  const named = files.map((file, place) => ({ file, address: `shared/${id}/${place}` }));
  for (const { file, address } of named) await cache.put(address, new Response(file));
  const record: SharedRecord = {
    at: Date.now(),
    text,
    files: named.map(({ file: { name, type }, address }) => ({ address, name, type })),
    problems,
    owner: null,
    chat: null,
  };
  await cache.put(SHARED_RECORD, new Response(JSON.stringify(record)));
  await Promise.all(before.filter(({ url }) => !url.endsWith(SHARED_RECORD)).map((old) => cache.delete(old)));
}
