// npm run dev: Vite's dev server in front, the API server behind it on a free port; both start anew on a change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort, install, needNode, stayWith } from './kit/steps.mjs';

needNode();
await install();
const port = await freePort();
const target = `http://127.0.0.1:${port}`;
const tsx = join('node_modules', 'tsx', 'dist', 'cli.mjs');
const api = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
});
process.on('exit', () => api.kill('SIGTERM'));
stayWith(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js')], { API_TARGET: target });
