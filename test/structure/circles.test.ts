import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../kit/folder';
import { circlesIn, filesBelow } from './imports';

it.each(['src', 'server', 'scripts', 'test/kit'])(
  'no two files of %s import each other in a circle, types included',
  (folder) => {
    const files = filesBelow(folder, '.ts', '.tsx', '.mjs');
    expect(files.length).toBeGreaterThan(10);
    expect(circlesIn(files)).toEqual([]);
  },
);

it('finds circles of imports, of types, and through a folder', () => {
  const folder = relative('.', newFolder());
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  try {
    mkdirSync(join(folder, 'inner'));
    write('a.ts', "import { b } from './b';\nexport const a = b;");
    write('b.ts', "import { c } from './inner';\nexport const b = c;");
    write('inner/index.ts', "import type { A } from '../a';\nexport const c: A = 1;");
    write('d.ts', "export * from './a';\nimport('./e.tsx');");
    write('e.tsx', "export type { D } from './d';");
    write('f.ts', "import './d';");
    const named = (...names: string[]) => names.map((name) => join(folder, name));
    expect(circlesIn(filesBelow(folder, '.ts', '.tsx')).sort()).toEqual([
      named('a.ts', 'b.ts', 'inner/index.ts'),
      named('d.ts', 'e.tsx'),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
