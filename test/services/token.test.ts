import { beforeEach, describe, expect, it } from 'vitest';
import { createTokenStore } from '../../src/services/storage/token';

const partOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: unknown) => `${partOf({ alg: 'HS256' })}.${partOf(claims)}.signature`;
const claims = { id: 7, sub: 'member', firstName: 'Mirä', exp: 1_800_000_000, roles: ['ROLE_MEMBER'] };
const mira = tokenOf(claims);
const kabir = tokenOf({ ...claims, id: 9, sub: 'captain' });

/** What a page knows of the browser's storage; several pages share it, as tabs do. */
const stored = new Map<string, string>();
let isForbidden = false;
function openPage() {
  const use = <T>(does: () => T): T => {
    if (isForbidden) throw new DOMException('The storage is forbidden.', 'SecurityError');
    return does();
  };
  const localStorage = {
    getItem: (key: string) => use(() => stored.get(key) ?? null),
    setItem: (key: string, value: string) => use(() => stored.set(key, value)),
    removeItem: (key: string) => use(() => stored.delete(key)),
  };
  return Object.assign(new EventTarget(), { localStorage, document: new EventTarget() }) as unknown as Window;
}

beforeEach(() => {
  stored.clear();
  isForbidden = false;
});

describe('a token', () => {
  it('is kept under the name token, and read with what it says', () => {
    const store = createTokenStore(openPage());
    const decoded = { token: mira, claims: { ...claims, id: '7' } };
    expect(store.read()).toBe(null);
    expect(store.keep(mira)).toEqual(decoded);
    expect(stored.get('token')).toBe(mira);
    expect(store.read()).toEqual(decoded);
    expect(createTokenStore(openPage()).read()).toEqual(decoded);
  });

  it.each(['', 'garbled', 'a.b.c', `${partOf({})}.${partOf('text')}.x`, tokenOf({ sub: 'nobody' }), tokenOf(null)])(
    'that cannot be decoded says nothing and is not kept: %s',
    (token) => {
      const store = createTokenStore(openPage());
      expect(store.keep(token)).toEqual({ token, claims: null });
      expect(stored.size).toBe(0);
    },
  );

  it('may name no roles and no first name', () => {
    const { claims: said } = createTokenStore(openPage()).keep(tokenOf({ id: 'x', sub: 's', exp: 1 }));
    expect(said).toEqual({ id: 'x', sub: 's', firstName: '', exp: 1, roles: [] });
  });

  it('is dropped, but not one that another tab has stored since', () => {
    const [here, there] = [createTokenStore(openPage()), createTokenStore(openPage())];
    here.keep(mira);
    there.keep(kabir);
    here.drop(mira);
    expect(stored.get('token')).toBe(kabir);
    there.drop(kabir);
    expect(stored.size).toBe(0);
  });

  it('works only for this page if the browser forbids storage', () => {
    isForbidden = true;
    const store = createTokenStore(openPage());
    expect(store.read()).toBe(null);
    expect(store.keep(mira).claims?.sub).toBe('member');
    store.drop(mira);
    expect(stored.size).toBe(0);
  });
});

describe('other tabs', () => {
  function watching() {
    const page = openPage();
    const store = createTokenStore(page);
    const heard: string[] = [];
    const stop = store.watch((change) =>
      heard.push(change.type === 'token.stored' ? `stored by ${change.claims?.sub}` : 'removed'),
    );
    return { page, store, heard, stop };
  }

  it('are followed when they log in, as somebody else, and out', () => {
    const { page, heard } = watching();
    const other = createTokenStore(openPage());
    other.keep(mira);
    page.dispatchEvent(new Event('storage'));
    other.keep(kabir);
    page.dispatchEvent(new Event('storage'));
    other.drop(kabir);
    page.dispatchEvent(new Event('storage'));
    expect(heard).toEqual(['stored by member', 'stored by captain', 'removed']);
  });

  it('are checked when the page comes back, because it may have missed what they did', () => {
    const { page, heard } = watching();
    createTokenStore(openPage()).keep(mira);
    page.document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual(['stored by member']);
    stored.clear();
    page.dispatchEvent(new Event('pageshow'));
    expect(heard).toEqual(['stored by member', 'removed']);
  });

  it('are not confused with what this one does, nor with other things in the storage', () => {
    const { page, store, heard } = watching();
    store.keep(mira);
    page.dispatchEvent(new Event('storage'));
    stored.set('theme', 'dark');
    page.dispatchEvent(new Event('storage'));
    store.drop(mira);
    page.dispatchEvent(new Event('storage'));
    expect(heard).toEqual([]);
  });

  it('are still followed when they log in just before this one drops its token', () => {
    const { page, store, heard } = watching();
    store.keep(mira);
    createTokenStore(openPage()).keep(kabir);
    store.drop(mira);
    page.dispatchEvent(new Event('storage'));
    expect(heard).toEqual(['stored by captain']);
  });

  it('are not followed any more after stopping', () => {
    const { page, heard, stop } = watching();
    stop();
    createTokenStore(openPage()).keep(mira);
    page.dispatchEvent(new Event('storage'));
    page.dispatchEvent(new Event('pageshow'));
    page.document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual([]);
  });
});
