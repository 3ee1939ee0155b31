import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { shortcuts, icons } = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));

it('the installed app has shortcuts to what is needed in a hurry, and every icon that it names', () => {
  expect(shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
    ['Report', './#/report'],
    ['My Active Cases', './#/my-cases'],
  ]);
  const routes = readFileSync('src/views/router.tsx', 'utf8');
  for (const route of ['/report', '/my-cases']) expect(routes).toContain(`path: '${route}'`);
  const named = [icons, ...shortcuts.map((shortcut: { icons: unknown[] }) => shortcut.icons)].flat();
  expect(named.map(({ src }) => src).filter((src) => !existsSync(`public/${src}`))).toEqual([]);
});
