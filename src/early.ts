import { jwtDecode } from 'jwt-decode';
import type { Capability } from './contract/capabilities';
import { baseOf } from './contract/endpoint';
import { screenCalls } from './contract/endpoints/screens';
import { aheadKey, createAhead } from './services/api/ahead';
import { type Answer, addressOf, request, type Target } from './services/api/request';
import { TOKEN_KEY } from './services/storage/tokenKey';
import { TWO_PANES } from './views/parts/mediaQueries';
import { firstCallsOf } from './wiring/firstCalls';

// Runs before the rest of the app has arrived. If somebody is signed in in this browser, it fetches at once, beside the libraries, what
// the app itself asks for only after the libraries have been evaluated: what the first screen shows, and the code of the members'
// screens. The build writes the addresses of the code into the page (scripts/kit/early.ts): that of all members' screens, and by the first
// part of their paths that of some screens.

/** The answers to the calls made here. The API gives them to those who ask for them. */
export const earlyAnswers = createAhead<Answer>();

/** The server that the page names, or null if it should not be asked so early. */
function targetIn(written: string): Target | null {
  const { apiBase, capabilities } = JSON.parse(written) as Readonly<Record<string, unknown>>;
  const can = (capability: Capability) => Array.isArray(capabilities) && capabilities.includes(capability);
  // A server without 'receipts' does not tell whether anything was sent between an answer and the opening of its topic. It is not asked
  // here: the later it is asked, the less is missed.
  return can('receipts') && typeof apiBase === 'string' ? { base: baseOf(apiBase), can } : null;
}

const pathNow = () => location.hash.slice(1).replace(/\?.*/, '');

function callEarly(token: string): void {
  const target = targetIn(document.getElementById('app-config')?.textContent ?? 'null');
  if (!target || (jwtDecode(token).exp ?? 0) * 1_000 <= Date.now()) return;
  const calls = firstCallsOf(pathNow(), matchMedia(TWO_PANES).matches);
  for (const { endpoint, options } of [{ endpoint: screenCalls.profile, options: {} }, ...calls]) {
    const address = addressOf(target, endpoint, options);
    earlyAnswers.keep(aheadKey(token, address), request(address, { method: 'GET', token }));
  }
}

function fetchCode(script: Element): void {
  const [, area = ''] = pathNow().split('/');
  const addresses = ['members', area].flatMap((name) => script.getAttribute(`data-${name}`)?.split(' ') ?? []);
  for (const href of addresses) {
    // A style sheet is only preloaded here. The app later adds a link of its own and waits for it; that link uses the preloaded file.
    const how = href.endsWith('css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', href }, how));
  }
}

/** Tries something. If it fails here, the app does it later, and reports why it cannot. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {}
}

attempt(() => {
  const token = localStorage.getItem(TOKEN_KEY);
  const script = document.querySelector('script[data-members]');
  if (token) attempt(() => callEarly(token));
  if (token && script) fetchCode(script);
});
