import { describe, expect, it } from 'vitest';
import { known, pathOf } from '../../src/contract/endpoint';

describe('the path of a call', () => {
  it('has the parameters in it, each percent-encoded', () => {
    const address = { method: 'DELETE', path: '/api/incidents/{id}/media/{mediaId}' } as const;
    expect(pathOf(address, { id: '12', mediaId: 'a/b?c d' })).toBe('/api/incidents/12/media/a%2Fb%3Fc%20d');
    expect(pathOf({ method: 'GET', path: '/api/profile' })).toBe('/api/profile');
  });

  it('is not made without a parameter that it names', () => {
    const address = { method: 'GET', path: '/api/incidents/{id}' } as const;
    expect(() => pathOf(address)).toThrow('/api/incidents/{id} needs id');
    expect(() => pathOf(address, { incidentId: '12' })).toThrow('/api/incidents/{id} needs id');
  });
});

describe('the query or the headers of a call', () => {
  const declared = { unreadOnly: null, limit: 'notificationPaging', before: 'notificationPaging' } as const;
  const given = { unreadOnly: 'true', limit: '50', before: undefined, colour: 'red' };

  it('have what the specification names, and the rest only if the server can use it', () => {
    expect(known(given, declared, () => false)).toEqual([['unreadOnly', 'true']]);
    expect(known(given, declared, (capability) => capability === 'notificationPaging')).toEqual([
      ['unreadOnly', 'true'],
      ['limit', '50'],
    ]);
    expect(known(given, declared, (capability) => capability === 'search')).toEqual([['unreadOnly', 'true']]);
  });

  it('are empty if the call has none or none is given', () => {
    expect(known(given, undefined, () => true)).toEqual([]);
    expect(known(undefined, declared, () => true)).toEqual([]);
  });
});
