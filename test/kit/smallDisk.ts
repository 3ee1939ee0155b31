import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { newFolder } from './folder';

/** Whether a test can have a disk of its own: only root may mount one, and not everywhere. */
export const mayMount =
  spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount -t tmpfs none "$d" && umount "$d"; s=$?; rmdir "$d"; exit $s'])
    .status === 0;

/** Runs `work` with an empty folder on a disk of this size. */
export async function onSmallDisk(megabytes: number, work: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  try {
    await work(folder);
  } finally {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  }
}
