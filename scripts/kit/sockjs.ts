import type { Plugin } from 'vite';

/** Parts of sockjs-client for browsers that cannot run the app, and their replacements. */
const replacements: readonly { readonly id: RegExp; readonly code: string }[] = [
  // ES5 shims, XDomainRequest, and transports in iframes. The replacement is a function, because one of them is called at the start.
  {
    id: /sockjs-client\/lib\/(shims|iframe-bootstrap|info-iframe|transport\/sender\/xdr)\.js$/,
    code: 'module.exports = function () {};',
  },
  // A table of characters that old browsers transmit incorrectly. It is made at the first emoji, from 65,536 characters one by one.
  { id: /sockjs-client\/lib\/utils\/escape\.js$/, code: 'module.exports = { quote: JSON.stringify };' },
  // The parser of URLs, for which browsers have `URL`.
  {
    id: /node_modules\/url-parse\/index\.js$/,
    code: 'module.exports = class extends URL { set(part, value) { this[part] = value; return this; } };',
  },
];

/** Leaves out code for old browsers: 4.6 kB of the 16 kB (brotli) that every member loads for the connection. */
export const modernSockJS: Plugin = {
  name: 'modern-sockjs',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: replacements.map(({ id }) => id) },
    handler: (file) => replacements.find(({ id }) => id.test(file))?.code ?? null,
  },
};
