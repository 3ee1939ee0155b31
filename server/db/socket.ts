import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The longest path of a Unix socket on all systems, in bytes: 107 on Linux, 103 on macOS. */
const LONGEST_PATH = 103;

/** Whether a socket can be made at this path. */
export const isShortEnough = (path: string) => Buffer.byteLength(path) <= LONGEST_PATH;

/**
 * Whether a process listens at a Unix socket. Unlike a process id, this is known in every container that shares the folder.
 * @throws the error of a connection that does not show that nobody listens, such as EAGAIN (too many wait for an answer) or EACCES.
 */
export const isAnswered = (path: string) =>
  new Promise<boolean>((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false);
      else reject(error);
    });
  });

/** Runs `work` with a path of a folder that is short enough for the sockets in it: its own, or that of a link to it meanwhile. */
export async function withShortPath<Result>(
  folder: string,
  longestName: string,
  work: (short: string) => Promise<Result>,
): Promise<Result> {
  if (isShortEnough(join(folder, longestName))) return work(folder);
  const scratch = mkdtempSync(join(tmpdir(), 'saathi-'));
  try {
    const link = join(scratch, 'folder');
    symlinkSync(folder, link);
    return await work(link);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
