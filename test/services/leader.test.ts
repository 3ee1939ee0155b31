import { afterEach, describe, expect, it, vi } from 'vitest';
import { becomeLeader } from '../../src/services/submissions/leader';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a tab that leads answers no tab that can send more than it can, so that a newer version of the app replaces it', async () => {
  // Without locks every tab leads.
  vi.stubGlobal('navigator', {});
  const elected = vi.fn();
  const tab = becomeLeader('tests', { skills: ['message', 'report'], elected, deposed: () => {}, hurried: () => {} });
  tab.stand();
  expect(elected).toHaveBeenCalledOnce();
  const other = new BroadcastChannel('saathi.tests.leader');
  const heard: unknown[] = [];
  other.onmessage = ({ data }) => heard.push(data);
  other.postMessage({ areYouThere: ['message', 'report', 'of a newer version'] });
  other.postMessage({ areYouThere: ['report'] });
  await vi.waitFor(() => expect(heard).toEqual(['I am here']));
  // A tab of an earlier version asks without saying what it can send.
  other.postMessage('are you there?');
  await vi.waitFor(() => expect(heard).toEqual(['I am here', 'I am here']));
  other.close();
  tab.close();
});

describe('a tab behind one that leads', () => {
  /** The locks of a browser (Node has none) in which another tab holds those of leaders, until this one takes them from it. */
  const busyLocks = {
    request: (name: string, options: { steal?: boolean }, hold: () => unknown) =>
      name.startsWith('saathi.tests') && !options.steal ? new Promise(() => {}) : Promise.resolve().then(hold),
    query: async () => ({ held: [] }),
  };
  const tabOf = (locks: object) => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { locks });
    const elected = vi.fn();
    return { elected, tab: becomeLeader('tests', { skills: [], elected, deposed: () => {}, hurried: () => {} }) };
  };

  it('takes the lead from it after 3 s without an answer, and sends 1 s later: until then the other may still act (60, 218)', async () => {
    const { elected, tab } = tabOf(busyLocks);
    tab.stand();
    tab.check();
    await vi.advanceTimersByTimeAsync(3_999);
    expect(elected).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(elected).toHaveBeenCalledOnce();
    tab.close();
  });

  it('may lead after 10 s although its store has not answered (198)', async () => {
    const { elected, tab } = tabOf({
      ...busyLocks,
      request: (_: string, __: object, hold: () => unknown) => Promise.resolve().then(hold),
    });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(elected).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(elected).toHaveBeenCalledOnce();
    tab.close();
  });
});
