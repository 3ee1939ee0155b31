import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { newFolder } from './folder';
import { slowServer } from './slowly';

/** How long a server may take until it is ready, in milliseconds. The first start makes the demo organisation. */
const START_WITHIN = 240_000;
const READY = 'is ready on';
/** The program that `npm start` runs. `builtServer.ts` builds it. */
const BUILT = join('.cache', 'server', 'main.mjs');
/** The arguments with which Node starts a server: the built one, or a program of a test. */
export const commandOf = (entry = BUILT) => [...(entry.endsWith('.ts') ? ['--import', 'tsx'] : []), entry];

/** A server in its own process. Its port and its data stay the same when it is started again. */
export interface ServerProcess {
  /** Its address, without a slash at the end. */
  readonly base: string;
  readonly dataDir: string;
  /** All that it has printed so far. */
  output(): string;
  /** Kills it at once (SIGKILL), so that it can neither save nor announce anything. */
  kill(): Promise<void>;
  /** Asks it to end, as Ctrl-C does. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends it a signal and does not wait for the effect. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it again with the same port and data after it has ended. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  discard(): Promise<void>;
}

/** A TCP port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Starts the server with the demo organisation, and waits until it is ready.
 * @param env settings on top of a free port and the data folder
 * @param entry the program, if it is not the built server
 * @param dataDir its data folder; by default an empty one. `discard` removes it.
 * @throws Error with its output, if it ends instead
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>> = {},
  { entry, dataDir = newFolder() }: { entry?: string; dataDir?: string | undefined } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  let child: ChildProcess;
  let printed = '';

  const start = async () => {
    let said = '';
    child = spawn(process.execPath, commandOf(entry), {
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...slowServer(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The server was not ready in time. It said:\n${said}`)),
        START_WITHIN,
      );
      const listen = (data: Buffer) => {
        said += data;
        printed += data;
        if (said.includes(READY)) resolve();
      };
      child.stdout?.on('data', listen);
      child.stderr?.on('data', listen);
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}. It said:\n${said}`)));
      child.once('exit', () => clearTimeout(timer));
      child.stdout?.on('data', () => said.includes(READY) && clearTimeout(timer));
    });
    await ready;
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };

  await start();
  return {
    base: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => printed,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGINT'),
    signal: (signal) => child.kill(signal),
    start,
    async discard() {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
