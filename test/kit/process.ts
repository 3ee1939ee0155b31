import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { newFolder } from './folder';
import { slowServer } from './slowly';

/** How long a server may take until it is ready, in milliseconds. The first start makes the demo organisation. */
const START_WITHIN = 240_000;
/** How long a server may take to close after a test file, in milliseconds. A test may have left a request that never ends. */
const CLOSE_WITHIN = 5_000;
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

/** The program that starts several servers, one after the other. */
const HOST = join('test', 'kit', 'serverHost.mjs');
/**
 * The process in which this worker's journeys start their servers, unless one of them has killed it: to load and compile the server
 * takes longer than to start it (DECISIONS 210).
 */
let host: ChildProcess | null = null;

function runningHost(): ChildProcess {
  if (host?.connected) return host;
  const env = { ...process.env, ...slowServer() };
  const started = spawn(process.execPath, [HOST], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  started.once('exit', () => {
    if (host === started) host = null;
  });
  host = started;
  return started;
}

/**
 * The port of the servers in the host process, one after the other. With the same address a browser profile of one test file can be used
 * by the next, and its process has compiled the app already (DECISIONS 210).
 */
let hostedPort: Promise<number> | null = null;

/** Closes the server of the host process. @returns false if it cannot, for example because a test has killed the process */
async function closeIn(process: ChildProcess): Promise<boolean> {
  if (!process.connected) return false;
  const closed = once(process, 'message', { signal: AbortSignal.timeout(CLOSE_WITHIN) });
  process.send('close');
  return closed.then(
    () => true,
    () => false,
  );
}

/** A TCP port that is free now. */
async function freePort(): Promise<number> {
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
 * @param isHosted whether it runs in the worker's host process, and not in a process of its own
 * @throws Error with its output, if it ends instead
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>> = {},
  {
    entry,
    dataDir = newFolder(),
    isHosted = false,
  }: { entry?: string; dataDir?: string | undefined; isHosted?: boolean } = {},
): Promise<ServerProcess> {
  if (isHosted) hostedPort ??= freePort();
  const port = await (isHosted && hostedPort ? hostedPort : freePort());
  let child: ChildProcess;
  let printed = '';
  let stopListening = () => {};

  const start = async () => {
    let said = '';
    const settings = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...env };
    if (isHosted) {
      child = runningHost();
      child.send(settings);
    } else
      child = spawn(process.execPath, commandOf(entry), {
        env: { ...process.env, ...slowServer(), ...settings },
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
        if (!said.includes(READY)) return;
        clearTimeout(timer);
        resolve();
      };
      const ended = (code: number | null) => {
        clearTimeout(timer);
        reject(new Error(`The server ended with ${code}. It said:\n${said}`));
      };
      const { stdout, stderr } = child;
      stdout?.on('data', listen);
      stderr?.on('data', listen);
      child.once('exit', ended);
      stopListening = () => {
        stdout?.off('data', listen);
        stderr?.off('data', listen);
        child.off('exit', ended);
      };
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
      if (!isHosted || !(await closeIn(child))) await end('SIGKILL');
      stopListening();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
