// The internal modules of sockjs-client that its own types leave out. Its main module combines them in the same way as sockjs.ts.
declare module 'sockjs-client/lib/main' {
  import type SockJS from 'sockjs-client';
  export default function create(transports: readonly unknown[]): typeof SockJS;
}
declare module 'sockjs-client/lib/transport/*' {
  const transport: unknown;
  export default transport;
}
