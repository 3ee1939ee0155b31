import { fileURLToPath } from 'node:url';

/** What the bundler tells of a module. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const idOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Our own modules that some need before they can run: what they import, transitively, and themselves. */
function closureOf(ids: readonly string[], modules: Modules, seen = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (seen.has(id) || id.includes('node_modules')) continue;
    seen.add(id);
    closureOf(modules.getModuleInfo(id)?.importedIds ?? [], modules, seen);
  }
  return seen;
}

/**
 * A chunk for all that a view needs, whoever else shares it: one file instead of one per shared module, for each file costs a
 * request. `entry` is a page's own script, which stays a chunk by itself.
 * @param paths modules from the root of the project
 */
export function chunkFor(name: string, paths: readonly string[], entry?: string) {
  const closures = new WeakMap<Modules, Set<string>>();
  return {
    name(id: string, modules: Modules): string | null {
      const closure = closures.get(modules) ?? closureOf([...paths, ...(entry ? [entry] : [])].map(idOf), modules);
      closures.set(modules, closure);
      return closure.has(id) && !(entry && id === idOf(entry)) ? name : null;
    },
  };
}
