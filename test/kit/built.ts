import { execFileSync } from 'node:child_process';

const run = (script: string) =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });

/** Builds the production app or server if the build is stale. */
export function build(product: 'App' | 'Server'): void {
  run(`
    const { isBuilt } = await import('./scripts/kit/steps.mjs');
    const { build${product} } = await import('./scripts/kit/build.mjs');
    if (!isBuilt('${product.toLowerCase()}')) await build${product}();`);
}

/** Puts a .br and a .gz copy beside every text file of a folder, as a build does. */
export function compress(folder: string): void {
  run(`
    const { compressAll } = await import('./scripts/kit/build.mjs');
    await compressAll(${JSON.stringify(folder)});`);
}
