import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Free bytes that the folders of a whole run need at most, with room to spare. */
const ENOUGH = 4e9;
const PREFIX = 'saathi-test-';
/** No run takes so long, in milliseconds. */
const OLD = 6 * 3_600_000;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ENOUGH;
}

/** In memory if there is room: copying a database of a thousand files is ten times as fast as on a disk. */
const place = hasRoom(MEMORY) ? MEMORY : tmpdir();

/** Makes an empty folder of its own for a test, which removes it in the end. */
export const newFolder = (): string => mkdtempSync(join(place, PREFIX));

/** Removes what runs that were cut off have left behind. */
export function removeOldFolders(): void {
  for (const name of readdirSync(place)) {
    const folder = join(place, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (name.startsWith(PREFIX) && age > OLD) rmSync(folder, { recursive: true, force: true });
  }
}
