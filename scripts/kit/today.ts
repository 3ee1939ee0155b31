import type { Plugin } from 'vite';

/** Parts of libraries that stand in for what every browser that can run the app has itself, and what is loaded instead. */
const standIns: readonly { readonly id: RegExp; readonly code: string }[] = [
  // sockjs-client: ES5 shims, XDomainRequest, transports in iframes. A function, for one of them is called at the start.
  {
    id: /sockjs-client\/lib\/(shims|iframe-bootstrap|info-iframe|transport\/sender\/xdr)\.js$/,
    code: 'module.exports = function () {};',
  },
  // sockjs-client's parser of addresses.
  {
    id: /node_modules\/url-parse\/index\.js$/,
    code: 'module.exports = class extends URL { set(part, value) { this[part] = value; return this; } };',
  },
  // What React has had itself since 18; @xstate/react asks for it by its old name.
  {
    id: /node_modules\/use-sync-external-store\/shim\/index\.js$/,
    code: "exports.useSyncExternalStore = require('react').useSyncExternalStore;",
  },
];

/** Leaves out of the built app what only browsers of the past would use: 5 kB that every member would load. */
export const forToday: Plugin = {
  name: 'for-today',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: standIns.map(({ id }) => id) },
    handler: (file) => standIns.find(({ id }) => id.test(file))?.code ?? null,
  },
};
