import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** One import, export-from or dynamic import of a file. */
export interface Import {
  /** The importing file, from the project's root. */
  readonly from: string;
  /** What it imports: a path from the root for our own files (without extension), else the package's specifier. */
  readonly to: string;
  readonly isOurs: boolean;
  /** Whether it is gone after compilation: every name of it is a type. */
  readonly isType: boolean;
}

/** Every file below a folder that has one of the endings. */
export const filesBelow = (folder: string, ...endings: string[]): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => join(folder, name))
    .sort();

/** What a TypeScript file imports, read by its syntax. */
export function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = (specifier: string, isType: boolean): Import => {
    const isOurs = specifier.startsWith('.');
    return { from: file, to: isOurs ? normalize(join(dirname(file), specifier)) : specifier, isOurs, isType };
  };
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      found(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType)),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [found(moduleRequest.value, isType)] : [])),
    ),
    // A dynamic import is found by where its text stands, quotes included; one that is computed has none.
    ...module.dynamicImports.map(({ moduleRequest }) =>
      found(source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''), false),
    ),
  ];
}
