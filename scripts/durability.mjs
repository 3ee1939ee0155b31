// npm run durability: checks by the server's system calls that acknowledged data are on the disk. Needs strace (Linux).
// Each line of its output is one message or file, with the syncs between its sending and its acknowledgement.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { needServer } from './kit/build.mjs';
import { builtServer, install, needNode, say } from './kit/steps.mjs';

const MESSAGES = 10;
const FILES = 3;

needNode();
await install();
if (spawnSync('strace', ['--version']).status !== 0) {
  say('strace is not installed: the system calls cannot be traced here.');
  process.exit(1);
}
await needServer();
const folder = mkdtempSync(join(tmpdir(), 'durability-'));
const trace = join(folder, 'trace');
const port = 20_000 + (process.pid % 10_000);
const base = `http://127.0.0.1:${port}`;
const calls = 'trace=fsync,fdatasync';
const server = spawn(
  'strace',
  // -D: the child process is the server, not strace.
  ['-D', '-f', '-ttt', '-y', '-e', calls, '-o', trace, process.execPath, builtServer],
  {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let isFine = true;
try {
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (data) => String(data).includes('is ready on') && resolve());
    server.once('exit', () => reject(new Error('The server has ended.')));
  });
  const token = await logIn();
  const { send, close } = await connect(token);
  const messages = [];
  for (let index = 0; index < MESSAGES; index++) messages.push(await timed(() => send(`durable-${index}`)));
  const files = [];
  for (let index = 0; index < FILES; index++) files.push(await timed(() => upload(token)));
  close();
  server.kill('SIGINT');
  await new Promise((resolve) => server.once('exit', resolve));
  const lines = readFileSync(trace, 'utf8').split('\n').map(parse);
  for (const [index, span] of messages.entries())
    report(`message ${index + 1}`, span, lines, [['the write-ahead log', /fdatasync|fsync/, /pg_wal/]]);
  for (const [index, span] of files.entries())
    report(`file ${index + 1}`, span, lines, [
      ['the file', /fsync|fdatasync/, /media\/incoming/],
      ['its folder', /fsync/, /media\/files>/],
      ['the write-ahead log', /fdatasync|fsync/, /pg_wal/],
    ]);
} finally {
  server.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
}
say(
  isFine ? 'Everything acknowledged was on the disk before.' : 'Something was acknowledged before it was on the disk.',
);
process.exit(isFine ? 0 : 1);

/** One line of strace: when a call began or ended, its name, and the rest with the path of its file. */
function parse(line) {
  const [, time, call, rest] = /^\d+\s+([\d.]+)\s+(?:<\.\.\. )?(\w+)(.*)$/.exec(line) ?? [];
  return { time: Number(time), call: call ?? '', rest: rest ?? '' };
}

/** Whether all of these were synced within the span, in this order. */
function report(name, { from, to }, lines, wanted) {
  let after = from;
  const found = wanted.map(([what, call, place]) => {
    const sync = lines.find(
      (one) => one.time >= after && one.time <= to && call.test(one.call) && place.test(one.rest),
    );
    if (sync) after = sync.time;
    else isFine = false;
    return sync ? `${what} +${((sync.time - from) * 1000).toFixed(1)} ms` : `${what} NOT SYNCED`;
  });
  say(`${name}: ${found.join(', ')}; acknowledged +${((to - from) * 1000).toFixed(1)} ms`);
}

/** When `work` began and ended, in seconds since 1970 as in the trace. */
async function timed(work) {
  const from = Date.now() / 1000;
  await work();
  return { from, to: (Date.now() + 1) / 1000 };
}

async function logIn() {
  const response = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'member', password: 'rescue-demo' }),
  });
  return (await response.json()).token;
}

async function upload(token) {
  const body = new FormData();
  // Half a second of silence: a WAV file of one channel, 16,000 samples a second, 8 bits each.
  const sound = Buffer.alloc(44 + 8000, 128);
  sound.write('RIFF');
  sound.writeUInt32LE(36 + 8000, 4);
  sound.write('WAVEfmt ', 8);
  sound.set([16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0x3e, 0, 0, 0x80, 0x3e, 0, 0, 1, 0, 8, 0], 16);
  sound.write('data', 36);
  sound.writeUInt32LE(8000, 40);
  body.append('media', new Blob([sound], { type: 'audio/wav' }), 'silence.wav');
  const { status } = await fetch(`${base}/api/gchat/media`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  if (status !== 201) throw new Error(`not uploaded: ${status}`);
}

async function connect(token) {
  const client = new Client({
    webSocketFactory: () => new SockJS(`${base}/ws`),
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 0,
  });
  await new Promise((resolve) => {
    client.onConnect = resolve;
    client.activate();
  });
  const echoes = new Map();
  client.subscribe('/topic/gchat', ({ body }) => echoes.get(JSON.parse(body).clientMessageId)?.());
  return {
    send: (clientMessageId) =>
      new Promise((resolve) => {
        echoes.set(clientMessageId, resolve);
        client.publish({ destination: '/app/gchat/send', body: JSON.stringify({ text: 'Durable', clientMessageId }) });
      }),
    close: () => client.deactivate(),
  };
}
