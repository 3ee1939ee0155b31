import { expect, it } from 'vitest';
import { baselineOf, tellsAllUnreviewed, type Version } from '../../../src/inspector/chart/history';

const versionOf = (commit: string, releases: string[] = []): Version => ({
  commit,
  title: commit,
  releases,
  changed: {},
  gone: [],
});
/** The present one first. */
const versions = [versionOf('ddddddd'), versionOf('ccccccc'), versionOf('bbbbbbb', ['v1']), versionOf('aaaaaaa')];

it('all may be marked as reviewed only where nothing that was not reviewed is left out', () => {
  const offeredSince = (reviewed: string) =>
    versions.filter((since) => tellsAllUnreviewed(versions, since, reviewed)).map(({ commit }) => commit);
  expect(offeredSince('ccccccc')).toEqual(['ccccccc', 'bbbbbbb', 'aaaaaaa']);
  expect(offeredSince('aaaaaaa')).toEqual(['aaaaaaa']);
  // Nothing was reviewed in this browser: since the last release.
  expect(offeredSince('')).toEqual(['bbbbbbb', 'aaaaaaa']);
  // What was reviewed is older than all that is known.
  expect(offeredSince('9999999')).toEqual(['aaaaaaa']);
  for (const reviewed of ['', 'ccccccc', '9999999'])
    expect(offeredSince(reviewed)).toContain(baselineOf(versions, '', reviewed)?.commit);
});
