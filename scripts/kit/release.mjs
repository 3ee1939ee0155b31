// Puts a complete build of the app where the one before it is. A server may be serving that one, and pages of it may be open.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesIn } from './steps.mjs';

/** The list of the files that are kept of the release before. Servers do not serve it, because its name begins with a dot. */
const FORMER = '.former';

/** The files of a build of the app that belong to the release before it, relative to its folder. */
export function formerFiles(folder) {
  const list = join(folder, FORMER);
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
}

const namesIn = (folder) => filesIn(folder).map((file) => relative(folder, file));

/** Pages and the service worker come after the files that they name. */
const isLate = (name) => /\.html|^sw\.js/.test(name);

/**
 * Replaces the build in a folder by a new one, file by file: a server may hold the folder itself, as a container does that has mounted
 * it. Keeps the old one's scripts and style sheets, because open pages fetch some of them later; what the old one had kept is deleted.
 * @param fresh the folder of the new build, whose files are moved
 */
export function release(fresh, folder) {
  const made = namesIn(fresh).sort((a, b) => Number(isLate(a)) - Number(isLate(b)));
  const former = formerFiles(folder);
  const gone = namesIn(folder).filter((name) => !made.includes(name));
  const own = gone.filter((name) => dirname(name) === 'assets' && !former.includes(name));
  // Another build of the same code is no new release, so the one before it stays the same.
  const kept = own.length > 0 ? own : gone.filter((name) => former.includes(name));

  // If this is killed, the app is built again.
  rmSync(join(folder, '.stamp'), { force: true });
  for (const name of made) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    renameSync(join(fresh, name), join(folder, name));
  }
  for (const name of gone) if (!kept.includes(name)) rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, FORMER), kept.join('\n'));
  rmSync(fresh, { recursive: true });
}
