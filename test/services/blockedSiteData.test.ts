import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGoneMembers } from '../../src/services/storage/goneMembers';
import { becomeLeader, confirmLead } from '../../src/services/submissions/leader';
import { livePages } from '../../src/services/submissions/livePages';

/** As Firefox answers where cookies and site data are blocked. */
const refused = () => new DOMException('The operation is insecure.', 'SecurityError');
const refuse = () => Promise.reject(refused());
beforeEach(() => {
  const refuseChannel = class {
    constructor() {
      throw refused();
    }
  };
  vi.stubGlobal('BroadcastChannel', refuseChannel);
  vi.stubGlobal('navigator', { locks: { request: refuse, query: refuse } });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a tab that may neither talk with others nor hold locks sends what waits', async () => {
  const elected = vi.fn();
  const candidate = becomeLeader('submissions/7', { skills: [], elected, deposed() {}, hurried() {} });
  candidate.stand();
  await vi.waitFor(() => expect(elected).toHaveBeenCalledOnce());
  await confirmLead('submissions/7');
  candidate.hurry();
  expect(await livePages()).toEqual(new Set());
  candidate.close();
});

it('a member can log out of it', () => {
  const gone = createGoneMembers('saathi.known', () => {});
  gone.listen();
  gone.tell('7');
  expect(gone.has('7')).toBe(false);
});
