import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** The free bytes that must be there: more than the folders of a whole run need. */
const ENOUGH = 4e9;
const PREFIX = 'saathi-test-';
/** A folder older than this, in milliseconds, is left over, because no run takes so long. */
const OLD = 6 * 3_600_000;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ENOUGH;
}

/** In memory if there is room, where copying a database of a thousand files is ten times as fast as on a disk. */
const place = hasRoom(MEMORY) ? MEMORY : tmpdir();

/** Makes an empty folder for a test. The test removes it at the end. */
export const newFolder = (): string => mkdtempSync(join(place, PREFIX));

/** Removes the folders of runs that were killed. */
export function removeOldFolders(): void {
  for (const name of readdirSync(place)) {
    const folder = join(place, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (name.startsWith(PREFIX) && age > OLD) rmSync(folder, { recursive: true, force: true });
  }
}
