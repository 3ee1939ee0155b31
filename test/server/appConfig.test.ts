import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/config';
import { newFolder } from '../kit/folder';
import { call, type Overrides, startTestServer } from '../kit/server';

const dist = newFolder();
writeFileSync(join(dist, 'index.html'), '<!doctype html><head></head>');
const leaving: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of leaving.splice(0)) await close();
});
afterAll(() => rmSync(dist, { recursive: true }));

/** The configuration in the page and the page's security policy, with this config.json. */
async function served(written: object, overrides: Overrides = {}) {
  writeFileSync(join(dist, 'config.json'), JSON.stringify(written));
  const server = await startTestServer({ staticDir: dist, ...overrides });
  leaving.push(server.close);
  const { body, headers } = await call(server.base, '/config.json');
  const page = String((await call(server.base, '/')).body);
  expect(JSON.parse(/id="app-config">(.*)<\/script>/.exec(page)?.[1] ?? '')).toEqual(body);
  const policy = headers.get('content-security-policy')?.split(';') ?? [];
  return { config: body, sources: (of: string) => policy.find((part) => part.startsWith(of)) };
}

describe('the configuration of the app', () => {
  it('says what this server can do beyond the specification, whatever the file says', async () => {
    const { config, sources } = await served({ productName: 'Saathi', capabilities: ['flying'] });
    expect(config).toEqual({
      productName: 'Saathi',
      apiBase: '',
      capabilities: [
        'idempotencyKeys',
        'safeRepeats',
        'historyPaging',
        'receipts',
        'incidentTopic',
        'personalTopic',
        'seen',
        'deleteQuery',
        'thumbnails',
        'messageLength',
        'notificationPaging',
        'unsubscribe',
        'movement',
        'closedChats',
        'messageChanges',
        'pins',
        'typing',
        'severity',
        'notes',
        'timeline',
        'search',
        'administration',
        'supplies',
      ],
    });
    expect(sources('connect-src')).toBe("connect-src 'self'");
  });

  it('lists no capabilities of a server elsewhere, and lets the page reach it', async () => {
    const { apiBase } = readConfig({ API_BASE: 'https://api.example.org:8443/v1/' });
    const { config, sources } = await served({ apiBase: 'https://other.example.org' }, { apiBase });
    expect(config).toEqual({ apiBase: 'https://api.example.org:8443/v1' });
    expect(sources('connect-src')).toBe("connect-src 'self' https://api.example.org:8443 wss://api.example.org:8443");
    expect(sources('img-src')).toBe("img-src 'self' data: blob: https://api.example.org:8443");
    expect(sources('media-src')).toBe("media-src 'self' blob: https://api.example.org:8443");
  });

  it('takes the capabilities of a server elsewhere from the file', async () => {
    const written = { apiBase: 'http://api.example.org', capabilities: ['thumbnails'] };
    const { config, sources } = await served(written);
    expect(config).toEqual(written);
    expect(sources('connect-src')).toBe("connect-src 'self' http://api.example.org ws://api.example.org");
  });

  it('does not let the file add to the policy of the page', async () => {
    const { sources } = await served({ apiBase: "https://a.example.org; script-src 'unsafe-inline'" });
    expect(sources('connect-src')).toBe("connect-src 'self'");
    expect(sources('script-src')).toBe("script-src 'self'");
  });
});

it.each([
  'api.example.org',
  'ftp://api.example.org',
  'https://user@api.example.org',
  'https://api.example.org?x=1',
  "https://a.example.org;script-src 'unsafe-inline'",
])('API_BASE may not be %s', (given) => {
  expect(() => readConfig({ API_BASE: given })).toThrow(
    new ConfigError('API_BASE must be an address without a query, as in https://api.example.org.'),
  );
});
