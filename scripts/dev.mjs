// npm run dev: Vite's dev server in front, the API server behind it on a free port. Both restart after a change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort, install, needNode, say, stayWith } from './kit/steps.mjs';

needNode();
await install();
const port = await freePort();
const target = `http://127.0.0.1:${port}`;
say('The app is at the address that Vite prints, with the API behind it.');
const tsx = join('node_modules', 'tsx', 'dist', 'cli.mjs');
const api = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  // This folder has the app's config.json but no built app, which would be out of date.
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', STATIC_DIR: 'public' },
});
process.on('exit', () => api.kill('SIGTERM'));
stayWith(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js')], { API_TARGET: target });
