import { open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage';

/**
 * Keeps files in a folder of the local disk. `put` expects a file on the same disk, because only a rename is atomic, and already
 * flushed to the disk; it then flushes the folder, which holds the new name.
 */
export const diskStorage = (folder: string): Storage => ({
  async put(name, path) {
    await rename(path, join(folder, name));
    await syncFolder(folder);
  },

  async open(name) {
    const handle = await open(join(folder, name)).catch(nullIfAbsent);
    if (!handle) return null;
    try {
      const { size } = await handle.stat();
      return { size, read: (range) => handle.createReadStream(range), close: () => handle.close() };
    } catch (error) {
      await handle.close();
      throw error;
    }
  },

  remove: (name) => rm(join(folder, name), { force: true }),

  async *list() {
    for await (const { name } of await opendir(folder)) {
      const found = await stat(join(folder, name)).catch(nullIfAbsent);
      // Not a folder that a disk brings along when it is mounted here (lost+found).
      if (found?.isFile()) yield { name, keptAt: found.mtime };
    }
  },
});

/**
 * Flushes a folder to the disk, so that a power cut does not lose the names of new files. Windows does this itself and has no call
 * for it.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
