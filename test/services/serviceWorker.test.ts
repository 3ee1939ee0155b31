import { beforeEach, expect, it, vi } from 'vitest';

/** A browser's cache cannot be made to fail, and no browser installs a version at just this moment; so both are scripted here. */
const scope = 'https://app.example.org/';
const full = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
const stores = new Map<string, Map<string, Response>>();
let isFull = false;
let isBroken = false;
const addressIn = (request: string) => new URL(request, scope).href;
const caches = {
  async open(name: string) {
    if (isBroken) throw new DOMException('Unexpected internal error.', 'UnknownError');
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      match: async (request: string) => entries.get(addressIn(request))?.clone(),
      put: async (request: string, answer: Response) =>
        isFull ? full() : void entries.set(addressIn(request), answer),
    };
  },
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async () => undefined,
};

const listeners = new Map<string, (event: object) => void>();
const registration: { scope: string; installing: object | null } = { scope, installing: null };
const page = '<script src="assets/index-1.js"></script>';
const served: Readonly<Record<string, readonly [string, string]>> = {
  '': [page, 'text/html'],
  'inspector.html': ['the workbench', 'text/html'],
  'config.json': ['{"name":"Paws"}', 'application/json'],
  'assets/index-1.js': ['app()', 'text/javascript'],
};

beforeEach(async () => {
  stores.clear();
  [isFull, isBroken, registration.installing] = [false, false, null];
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async (request: string | { url: string }) => {
    const address = typeof request === 'string' ? request : request.url;
    const [body, type] = served[address.slice(scope.length)] ?? [];
    return new Response(body ?? null, { status: body ? 200 : 404, headers: { 'content-type': type ?? 'text/plain' } });
  });
  vi.stubGlobal('APP_FILES_OF_THIS_BUILD', {
    version: '1',
    named: ['assets/index-1.js'],
    files: ['assets/index-1.js'],
    heavy: [],
  });
  vi.stubGlobal('self', {
    registration,
    clients: { claim: async () => {}, matchAll: async () => [] },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  });
  vi.resetModules();
  await import('../../src/serviceWorker/worker');
});

/** The worker handles an event. @returns what it answers, when everything is done that it does behind the answer */
async function handled(type: string, request?: object): Promise<Response | undefined> {
  const tasks: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(type)?.({
    request,
    waitUntil: (task: Promise<unknown>) => tasks.push(task),
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
  });
  const given = await answer;
  await Promise.all(tasks);
  return given;
}
const asked = async (path: string, mode = 'cors') =>
  (await handled('fetch', { url: scope + path, method: 'GET', mode }))?.text();
const filesOf = (name: string) => [...(stores.get(name)?.keys() ?? [])].map((address) => address.slice(scope.length));

it('a cache of the app that is gone is filled again when the app is opened', async () => {
  await handled('install');
  stores.clear();
  expect(await asked('', 'navigate')).toBe(page);
  expect(filesOf('saathi.app.1').sort()).toEqual(['', 'assets/index-1.js', 'config.json']);
});

it('a newer version that is being installed is not taken for an old one that is incomplete', async () => {
  await handled('install');
  const cache = await caches.open('saathi.app.2');
  await cache.put('assets/index-2.js', new Response('app()'));
  registration.installing = {};
  await handled('activate');
  expect(filesOf('saathi.app.2')).toEqual(['assets/index-2.js']);
  registration.installing = null;
  await handled('activate');
  expect([...stores.keys()]).toEqual(['saathi.app.1']);
});

it('a browser whose cache fails gets the app from the network', async () => {
  isBroken = true;
  expect(await asked('', 'navigate')).toBe(page);
  expect(await asked('assets/index-1.js')).toBe('app()');
});

it('on a full device the workbench opens, and a new configuration is used although it cannot be stored', async () => {
  const cache = await caches.open('saathi.app.1');
  await cache.put('config.json', new Response('{"name":"Old"}'));
  isFull = true;
  expect(await asked('inspector.html', 'navigate')).toBe('the workbench');
  expect(await asked('config.json')).toBe('{"name":"Paws"}');
});
