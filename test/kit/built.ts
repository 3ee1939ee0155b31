import { execFileSync } from 'node:child_process';

/** Journeys run against the app as it is built for members: this builds it once, when it is stale. */
export default function setup(): void {
  const script = `
    const { isBuilt } = await import('./scripts/kit/steps.mjs');
    const { build } = await import('./scripts/kit/build.mjs');
    if (!isBuilt()) await build();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
}
