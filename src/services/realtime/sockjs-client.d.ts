// The parts of sockjs-client that its own types leave out; its entry puts them together the same way.
declare module 'sockjs-client/lib/main' {
  import type SockJS from 'sockjs-client';
  export default function create(transports: readonly unknown[]): typeof SockJS;
}
declare module 'sockjs-client/lib/transport/*' {
  const transport: unknown;
  export default transport;
}
