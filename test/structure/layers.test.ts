import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow, type Import, importsOf } from './imports';

/** Which of our own files a layer may import, by the path without extension; see docs/architecture.md. */
interface Layer {
  readonly folder: string;
  readonly ours: RegExp;
  /** From which other files types may be imported, because types do not exist at run time. */
  readonly types?: RegExp;
  /** From which other files selectors may be imported: only exports that are named select…. */
  readonly selectors?: RegExp;
  /** Which packages it may import; without this, all. */
  readonly packages?: RegExp;
}

const layers: Layer[] = [
  { folder: 'src/contract', ours: /^src\/contract\//, packages: /^valibot$/ },
  { folder: 'src/rules', ours: /^src\/(rules|contract)\//, packages: /^$/ },
  { folder: 'src/machines/lifecycles', ours: /^src\/(contract|rules|machines\/lifecycles)\//, packages: /^xstate$/ },
  { folder: 'src/machines', ours: /^src\/(contract|rules|machines)\//, packages: /^xstate$/ },
  {
    folder: 'src/services',
    ours: /^src\/(contract|rules|services)\//,
    // The messages between a chart and the service behind its port.
    types: /^src\/machines\/(.*\/)?ports(\.\w+)?$/,
  },
  { folder: 'src/serviceWorker', ours: /^src\/(contract|rules|serviceWorker)\//, packages: /^valibot$/ },
  {
    folder: 'src/views',
    // `permission` says what a lifecycle lets somebody do: pure functions.
    ours: /^src\/(contract|rules|views|styles)\/|^src\/machines\/(.*\.select|\w+\/permission)$/,
    types: /^src\/machines\//,
    selectors: /^src\/machines\/.*\.machine$/,
  },
  // The workbench knows nothing of this app but the catalogue that it is handed.
  { folder: 'src/inspector', ours: /^src\/(inspector|styles)\// },
  { folder: 'server/http', ours: /^server\/(?!areas\/|seed\/|app$)|^src\/(contract|rules)\// },
  { folder: 'server/realtime', ours: /^server\/(?!areas\/|seed\/|app$)|^src\/(contract|rules)\// },
  { folder: 'server', ours: /^server\/|^src\/(contract|rules|machines\/lifecycles)\// },
];

const areSelectors = (names: readonly string[]) => names.length > 0 && names.every((name) => /^select[A-Z]/.test(name));
const isAllowed = ({ ours, types, selectors, packages }: Layer, { to, isOurs, isType, names }: Import) =>
  isOurs
    ? ours.test(to) || (isType && types?.test(to)) || (areSelectors(names) && selectors?.test(to))
    : (packages?.test(to) ?? true);

describe.each(layers)('$folder', (layer) => {
  const files = filesBelow(layer.folder, '.ts', '.tsx');

  it('imports only what is below it', () => {
    expect(files.length).toBeGreaterThan(0);
    const wrong = files.flatMap(importsOf).filter((imported) => !isAllowed(layer, imported));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
});

describe('charts', () => {
  const files = filesBelow('src/machines', '.ts');

  it('know no clock, no chance and no world of their own', () => {
    const knowing = files.filter((file) =>
      /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\brandomUUID\(|\bsetTimeout\(|\bsetInterval\(|\bfetch\(|\b(window|document|localStorage|navigator)\./.test(
        readFileSync(file, 'utf8'),
      ),
    );
    expect(knowing).toEqual([]);
  });
});

describe('views', () => {
  const files = filesBelow('src/views', '.ts', '.tsx');

  it('fetch nothing, wait for nothing and put no markup of their own making on the page', () => {
    const doing = files.filter((file) =>
      /\bfetch\(|\bsetTimeout\(|\bsetInterval\(|dangerouslySetInnerHTML|\binnerHTML\b|\beval\(/.test(
        readFileSync(file, 'utf8'),
      ),
    );
    expect(doing).toEqual([]);
  });
});
