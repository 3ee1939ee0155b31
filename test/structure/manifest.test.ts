import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SHARE_ADDRESS } from '../../src/contract/share';
import { sharedIn } from '../../src/rules/share';

const {
  shortcuts,
  icons,
  share_target: target,
  ...app
} = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));

it('the page names the manifest, and the app can be installed as one with a window of its own', () => {
  expect(readFileSync('index.html', 'utf8')).toContain('<link rel="manifest" href="./manifest.webmanifest" />');
  expect([app.name, app.short_name, app.start_url, app.scope, app.display]).toEqual([
    'Saathi',
    'Saathi',
    './',
    './',
    'standalone',
  ]);
});

it.each(['index.html', 'inspector.html'])('%s is not translated by the browser (DECISIONS 408)', (page) => {
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('<html lang="en" translate="no">');
  expect(html).toContain('<meta name="google" content="notranslate" />');
});

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

it('what other apps share comes to the address, and in the fields, that the service worker reads', () => {
  expect([target.action, target.method, target.enctype]).toEqual([`./${SHARE_ADDRESS}`, 'POST', 'multipart/form-data']);
  const { title, text, url, files } = target.params;
  expect(files).toEqual([{ name: 'files', accept: ['image/*', 'video/*', 'audio/*'] }]);
  const form = new FormData();
  for (const [name, value] of [
    [title, 'a title'],
    [text, 'a text'],
    [url, 'https://x.example/'],
  ])
    form.append(name, value);
  form.append(files[0].name, new File(['x'], 'dog.jpg', { type: 'image/jpeg' }));
  const shared = sharedIn(form);
  expect([shared.text, shared.files.map(({ name }) => name)]).toEqual([
    'a title\na text\nhttps://x.example/',
    ['dog.jpg'],
  ]);
});
