import { execFile } from 'node:child_process';
import { accessSync, constants, statfsSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { madeOnce } from './madeOnce';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of this machine's Chromium, or null. Looks at `CHROMIUM_PATH`, then the PATH, then the usual places. */
function systemChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places].find(isProgram) ?? null;
}

/** A browser program, and the environment variables that it needs. */
interface Program {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The folder into which the bundled browser is unpacked, once. */
const UNPACKED = resolve('.cache', 'chromium');

/** Uses the system's fonts, if any, and the bundled font. Without any font a text field crashes the browser. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(UNPACKED, 'fonts')}</dir>
  <cachedir>${join(UNPACKED, 'fonts-cache')}</cachedir>
</fontconfig>
`;

/**
 * The Chromium in the package @sparticuz/chromium, with the system libraries of the package. The package unpacks into the temporary
 * folder, and unpacks the libraries only if the environment looks like AWS Lambda. So both environment variables are set here.
 */
async function bundledChromium(): Promise<Program> {
  await madeOnce(UNPACKED, async (folder) => {
    await promisify(execFile)(process.execPath, [resolve('test', 'kit', 'unpack.mjs')], {
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    });
    writeFileSync(join(folder, 'fonts.conf'), fontsConf);
  });
  const libraries = join(UNPACKED, 'al2023', 'lib');
  const env = { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(UNPACKED, 'fonts.conf') };
  return { path: join(UNPACKED, 'chromium'), env };
}

/**
 * A Chromium that runs here: the system's if there is one, otherwise the one that npm has installed. With `CHROMIUM=bundled` always the
 * latter.
 */
async function findChromium(): Promise<Program> {
  const path = process.env.CHROMIUM === 'bundled' ? null : systemChromium();
  return path ? { path, env: {} } : bundledChromium();
}

/**
 * Features to disable. The first four add hidden pages of the address bar and a spare renderer, which cost half of the time to open a
 * page. The list replaces the switch that Playwright sets itself, so it repeats the features from there that matter.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

const disabling = (features: readonly string[]) => `--disable-features=${features.join(',')}`;

const quiet = [
  disabling(disabledFeatures),
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * The switches for journeys, whose pages live for a moment (DECISIONS 213). They turn off V8's two optimising compilers, because the time
 * to optimise such a page's code rarely pays back; and compiling scripts while they arrive, because V8 then compiles each of them again,
 * even if an earlier page of the same process had it. Measurements do not use these switches, because people's browsers do both.
 */
export const forShortPages: readonly string[] = [
  '--js-flags=--no-opt,--no-maglev',
  // Chromium uses the last switch of this name.
  disabling([...disabledFeatures, 'ScriptStreaming']),
];

/** The free memory that /dev/shm must have for the browsers of all workers, in bytes. Containers often have only 64 MB. */
const ENOUGH_SHARED_MEMORY = 1024 ** 3;

/** Whether browsers can use /dev/shm. If it were full, their pages would crash. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ENOUGH_SHARED_MEMORY;
  } catch {
    return false;
  }
}

/** How every Chromium is started here. */
async function startOptions(args: readonly string[]) {
  const { path, env } = await findChromium();
  return {
    executablePath: path,
    args: [...quiet, ...args],
    // Playwright's switch puts shared memory into files of the temporary folder, where it takes more processor time (DECISIONS 213).
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    env: { ...(process.env as Record<string, string>), ...env },
  };
}

/** Starts Chromium without a window. */
export const launchChromium = async (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch(await startOptions(args));

/**
 * Starts Chromium without a window, with a profile on the disk. Only such a profile copies the files that it stores; a profile in
 * memory, as all others are, stores a reference to the picked file.
 */
export const launchProfile = async (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...(await startOptions(forShortPages)), reducedMotion: 'reduce' });
