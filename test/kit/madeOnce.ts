import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a folder unless it exists. Several processes may do so at the same time; the folder of the first one to finish is used. The
 * folder gets its name when it is complete, so that no process sees an incomplete one.
 *
 * @param fill fills an empty folder. If it throws, the folder is removed and the error is passed on.
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
    // Another process has finished first: its folder is used.
    if (!existsSync(path)) throw error;
  }
}
