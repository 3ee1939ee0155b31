import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** One import, export-from or dynamic import of a file. */
export interface Import {
  /** The importing file, from the project's root. */
  readonly from: string;
  /** What it imports: a path from the root for our own files (without extension), else the package's specifier. */
  readonly to: string;
  readonly isOurs: boolean;
  /** Whether all imported names are types, so that compilation removes it. */
  readonly isType: boolean;
  /** The imported names that exist at run time; empty if the whole module is imported. */
  readonly names: readonly string[];
}

/** Every file below a folder that has one of the endings. */
export const filesBelow = (folder: string, ...endings: string[]): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => join(folder, name))
    .sort();

/** The imports of a file, found in its syntax tree. */
export function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = (specifier: string, isType: boolean, names: readonly string[] = []): Import => {
    const isOurs = specifier.startsWith('.');
    return { from: file, to: isOurs ? normalize(join(dirname(file), specifier)) : specifier, isOurs, isType, names };
  };
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      found(
        moduleRequest.value,
        entries.length > 0 && entries.every((entry) => entry.isType),
        entries.flatMap(({ isType, importName }) => (isType ? [] : [importName.name ?? ''])),
      ),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [found(moduleRequest.value, isType)] : [])),
    ),
    // The parser gives only the position of a dynamic import's argument, quotes included.
    ...module.dynamicImports.map(({ moduleRequest }) =>
      found(source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''), false),
    ),
  ];
}

/** The file with code to which an import of our own leads; undefined for other files. */
const fileOf = ({ to }: Import): string | undefined =>
  [`${to}.ts`, `${to}.tsx`, join(to, 'index.ts'), to].find((file) => /\.(tsx?|mjs)$/.test(file) && existsSync(file));

/**
 * The circles of imports among these files, types included, each as a sorted list of its files. In a circle every file leads to every
 * other one (Tarjan's strongly connected components).
 */
export function circlesIn(files: readonly string[]): string[][] {
  const leadsTo = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter(({ isOurs }) => isOurs)
        .map(fileOf),
    ]),
  );
  const circles: string[][] = [];
  const path: string[] = [];
  const numbers = new Map<string, number>();

  /** @returns the lowest number among the files of the present path to which this file leads back */
  function visit(file: string): number {
    const number = numbers.size;
    numbers.set(file, number);
    path.push(file);
    let lowest = number;
    for (const next of leadsTo.get(file) ?? []) {
      if (next === undefined || !leadsTo.has(next)) continue;
      const known = numbers.get(next);
      if (known === undefined) lowest = Math.min(lowest, visit(next));
      else if (path.includes(next)) lowest = Math.min(lowest, known);
    }
    if (lowest === number) {
      const circle = path.splice(path.indexOf(file)).sort();
      if (circle.length > 1) circles.push(circle);
    }
    return lowest;
  }

  for (const file of files) if (!numbers.has(file)) visit(file);
  return circles;
}
