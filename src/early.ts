import { TOKEN_KEY } from './services/tokenKey';

/**
 * Runs before the rest of the app has arrived. If somebody is signed in in this browser, it has the browser fetch the code of the
 * members' screens at once, beside the libraries: the app itself asks for that code only after the libraries have been evaluated. The
 * build writes the addresses into the page (scripts/kit/early.ts).
 */
function fetchEarly(addresses: string): void {
  for (const href of addresses.split(' ')) {
    // Not as a style sheet, because the app waits for it by adding a link of its own. That one uses what has arrived for this one.
    const how = href.endsWith('css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', href }, how));
  }
}

const own = document.querySelector<HTMLScriptElement>('[data-early]');
try {
  if (own?.dataset.early && localStorage.getItem(TOKEN_KEY)) fetchEarly(own.dataset.early);
} catch {
  // The browser forbids storage, so nobody is signed in yet.
}
