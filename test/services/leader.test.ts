import { afterEach, expect, it, vi } from 'vitest';
import { becomeLeader } from '../../src/services/submissions/leader';

afterEach(() => vi.unstubAllGlobals());

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
