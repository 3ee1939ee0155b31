import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressesOf, isPublic, mayBePushService, publicLookup } from '../../server/areas/notifications/push/addresses';
import { areKeys, encrypt, LONGEST_PAYLOAD } from '../../server/areas/notifications/push/encrypt';
import { createVapid } from '../../server/areas/notifications/push/vapid';
import { makePrivateKey } from '../../server/vapidKeys';
import { startDnsServer } from '../kit/dnsServer';

const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('a push message', () => {
  it('is encrypted as the example of RFC 8291 §5', () => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const fresh = {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    };
    expect(encrypt('When I grow up, I want to be a watermelon', keys, fresh).toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
    expect(areKeys(keys)).toBe(true);
    // 4096 bytes are what push services take (RFC 8030 §7.2).
    expect(encrypt('x'.repeat(LONGEST_PAYLOAD), keys).length).toBe(4096);
    expect(() => encrypt('x'.repeat(LONGEST_PAYLOAD + 1), keys)).toThrow('too long');
    expect(encrypt('twice', keys)).not.toEqual(encrypt('twice', keys));
  });

  it.each([
    ['of another length', { p256dh: 'BCVxsr7N', auth: 'BTBZMqHH6r4Tts7J_aSIgg' }],
    ['that are no point of the curve', { p256dh: `BA${'A'.repeat(85)}`, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }],
    [
      'with a short secret',
      {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZ',
      },
    ],
  ])('is encrypted for no keys %s', (_, keys) => {
    expect(areKeys(keys)).toBe(false);
  });
});

describe('an address of a push service', () => {
  const outside = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    'no address',
  ];
  it.each(outside)('is not public: %s', (address) => {
    expect(isPublic(address)).toBe(false);
  });
  it.each(['8.8.8.8', '142.250.1.188', '172.32.0.1', '2607:f8b0:4001:c2f::bc', '2a00:1450:4001::1'])(
    'is public: %s',
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );

  const no = [
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://localhost/x',
    'https://db.localhost/x',
    'https://10.0.0.1:8443/x',
    'https://user:secret@push.example.org/x',
    'ftp://push.example.org/x',
    'javascript:alert(1)',
    'no address',
  ];
  it.each(no)('is refused: %s', (endpoint) => {
    expect(mayBePushService(endpoint, false)).toBe(false);
  });
  it('may be any https address, and one of this machine with the setting for tests', () => {
    expect(mayBePushService('https://fcm.googleapis.com/fcm/send/abc', false)).toBe(true);
    expect(mayBePushService('https://push.example.org:8443/x', false)).toBe(true);
    expect(mayBePushService('http://127.0.0.1:9/x', true)).toBe(true);
    expect(mayBePushService('http://10.0.0.1:9/x', true)).toBe(false);
    expect(mayBePushService('http://push.example.org/x', true)).toBe(false);
  });

  /** Resolves the name as a connection does, with these addresses as the result. */
  const lookUp = (addresses: string[], toLoopback = false) => {
    const find = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    return new Promise((resolve) =>
      publicLookup(toLoopback, find)('push.example.org', { all: true }, (error, found) =>
        resolve(error?.message ?? found),
      ),
    );
  };
  it('is checked when it is connected to, and refused if one of several addresses is private', async () => {
    expect(await lookUp(['8.8.8.8'])).toEqual([{ address: '8.8.8.8', family: 4 }]);
    for (const found of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2a00:1450::1', '::1'], []])
      expect(await lookUp(found)).toBe('the address is not public');
    expect(await lookUp(['127.0.0.1'], true)).toEqual([{ address: '127.0.0.1', family: 4 }]);
    expect(await lookUp(['10.0.0.1'], true)).toBe('the address is not public');
  });

  it('is looked up although DNS does not answer for the names of many others', async () => {
    const server = await startDnsServer({
      'push.example.org': '08080808',
      'v6.example.org': '2a001450000000000000000000000001',
    });
    const ask = (name: string) => addressesOf(name, [server.address]);
    const silent = Array.from({ length: 20 }, (_, count) => ask(`silent-${count}.example.org`).catch(String));
    expect(await ask('push.example.org')).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await ask('v6.example.org')).toEqual([{ address: '2a00:1450::1', family: 6 }]);
    await expect(ask('none.example.org')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(await Promise.race([...silent, 'all are waited for'])).toBe('all are waited for');
    server.close();
  });
});

describe('the token with which this server identifies itself to a push service', () => {
  const vapid = createVapid({ vapid: { privateKey: makePrivateKey(), subject: 'mailto:a@example.org' }, dataDir: '' });
  const authorize = () => vapid.authorize(new URL('https://push.example.org/x'));
  afterEach(() => vi.useRealTimers());

  it('is used again for hours, and made anew when the clock has been set back: its time would be refused', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-12T12:00:00Z') });
    const first = await authorize();
    vi.setSystemTime(new Date('2026-03-12T17:00:00Z'));
    expect(await authorize()).toBe(first);
    vi.setSystemTime(new Date('2026-03-10T12:00:00Z'));
    const { exp } = decodeJwt(/t=([^,]+)/.exec(await authorize())?.[1] ?? '');
    expect(exp).toBe(Date.parse('2026-03-11T00:00:00Z') / 1000);
  });
});
