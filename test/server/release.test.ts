import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newFolder } from '../kit/folder';
import { startTestServer } from '../kit/server';

// A small app that is built by the scripts of the real one.
const project = newFolder();
const inProject = (...path: string[]) => join(project, ...path);
const dist = inProject('dist');
for (const path of ['scripts', 'package-lock.json', 'tsconfig.json'])
  cpSync(path, inProject(path), { recursive: true });
symlinkSync(resolve('node_modules'), inProject('node_modules'));
mkdirSync(inProject('src'));
writeFileSync(inProject('vite.config.ts'), "export default { base: './' };");
writeFileSync(inProject('src', 'inspector.js'), "console.log('workbench');");
for (const [page, script] of [
  ['index', 'main'],
  ['inspector', 'inspector'],
])
  writeFileSync(
    inProject(`${page}.html`),
    `<!doctype html><head></head><body><script type="module" src="/src/${script}.js"></script></body>`,
  );
afterAll(() => rmSync(project, { recursive: true }));

/** Builds the app from this script. @returns the exit code of the build. */
async function build(script: string): Promise<number> {
  writeFileSync(inProject('src', 'main.js'), script);
  const builder = spawn(
    process.execPath,
    ['--input-type=module', '--eval', "await (await import('./scripts/kit/build.mjs')).buildApp();"],
    { cwd: project, stdio: 'ignore' },
  );
  return (await once(builder, 'exit'))[0];
}

/** A script that is long enough to be compressed. */
const saying = (what: string) => `console.log('${what}', '${'long '.repeat(300)}');`;

it('the page that a server has shown keeps its scripts while the next version is built, and until the one after that', async () => {
  expect(await build(saying('first'))).toBe(0);
  const server = await startTestServer({ staticDir: dist });
  const scriptNow = () => /assets\/index-[\w-]+\.js/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[0] ?? '';
  const served = async (path: string) => (await fetch(`${server.base}/${path}`)).text();
  const statusOf = async (path: string) => (await fetch(`${server.base}/${path}`)).status;
  try {
    const first = scriptNow();
    expect(await served('')).toContain(first);
    const whole = readFileSync(join(dist, `${first}.br`));
    const { ino } = statSync(dist);

    // What cannot be built changes nothing.
    expect(await build("import './missing';")).toBe(1);
    expect(scriptNow()).toBe(first);
    expect(await served(first)).toContain('first');

    expect(await build(saying('second'))).toBe(0);
    const second = scriptNow();
    expect(second).not.toBe(first);
    expect(await served('')).toContain(first);
    expect(await served(first)).toContain('first');
    expect(readFileSync(join(dist, `${first}.br`))).toEqual(whole);
    expect(await served(second)).toContain('second');

    // The same again is no version of its own.
    expect(await build(saying('second'))).toBe(0);
    expect(await served(first)).toContain('first');

    expect(await build(saying('third'))).toBe(0);
    expect(await statusOf(first)).toBe(404);
    expect(existsSync(join(dist, `${first}.br`))).toBe(false);
    expect(await served(second)).toContain('second');
    expect(await served(scriptNow())).toContain('third');

    // The folder itself is the same: a container may have mounted it.
    expect(statSync(dist).ino).toBe(ino);
    expect(existsSync(`${dist}.unfinished`)).toBe(false);
  } finally {
    await server.close();
  }
});
