import { open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage';

/** Files in a folder of the local disk. What `put` moves must be on the same disk, because only a rename is all or nothing. */
export const diskStorage = (folder: string): Storage => ({
  put: (name, path) => rename(path, join(folder, name)),

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
      if (found) yield { name, keptAt: found.mtime };
    }
  },
});

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
