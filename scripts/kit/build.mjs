import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { report } from './budget.mjs';
import { buildStamp, failWithLog, filesIn, hashOfInputs, runTool } from './steps.mjs';

/** Smaller files gain less than the round of headers costs. */
const SMALLEST = 1024;
const worthIt = (file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file) && !file.includes('.vite');

/** Builds the app into dist, with a .br and .gz copy beside every text file for the server to send as it is. */
export async function build() {
  const inputs = hashOfInputs();
  const { code, output } = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
    // As members get it, whoever asks: a test run would have the libraries built for development.
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) failWithLog('build', output);
  // A journey compares this with what a real browser asks for.
  writeFileSync(join('dist', '.vite', 'budget.json'), JSON.stringify(report().files));
  await Promise.all(filesIn('dist').filter(worthIt).map(compress));
  writeFileSync(buildStamp, inputs);
}

async function compress(file) {
  const content = readFileSync(file);
  if (content.length < SMALLEST) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, quality));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
