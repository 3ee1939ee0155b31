import { execFileSync } from 'node:child_process';

/** Builds the app or the server as members get it, when it is stale. */
export function build(product: 'App' | 'Server'): void {
  const script = `
    const { isBuilt } = await import('./scripts/kit/steps.mjs');
    const { build${product} } = await import('./scripts/kit/build.mjs');
    if (!isBuilt('${product.toLowerCase()}')) await build${product}();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
}
