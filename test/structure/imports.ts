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
  /** Whether it is gone after compilation: every name of it is a type. */
  readonly isType: boolean;
  /** The names of it that are there at run time; empty for a whole module. */
  readonly names: readonly string[];
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
    // A dynamic import is found by where its text stands, quotes included; one that is computed has none.
    ...module.dynamicImports.map(({ moduleRequest }) =>
      found(source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''), false),
    ),
  ];
}

/** The file that an import of our own leads to, or undefined for what is no TypeScript. */
const fileOf = ({ to }: Import): string | undefined =>
  [`${to}.ts`, `${to}.tsx`, join(to, 'index.ts'), to].find((file) => /\.tsx?$/.test(file) && existsSync(file));

/**
 * The circles of imports among these files, types included, each as the sorted list of the files that are in it: those of which every
 * one leads to every other (Tarjan's strongly connected components).
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

  /** @returns the lowest number on the path that the file leads back to. */
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
