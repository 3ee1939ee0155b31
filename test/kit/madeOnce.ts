import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a folder unless it is there. Several processes may do so at the same time: the first one that is done decides, and whoever
 * finds the folder finds it whole, for it gets its name only then.
 *
 * @param fill puts into an empty folder what is to be in it; an error of its goes on, and leaves nothing behind
 */
export async function madeOnce(path: string, fill: (folder: string) => Promise<unknown>): Promise<void> {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  const folder = mkdtempSync(join(dirname(path), `${basename(path)}-being-made-`));
  try {
    await fill(folder);
    renameSync(folder, path);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // Another process was faster: what it has made is as good.
    if (!existsSync(path)) throw error;
  }
}
