import type { Page, WebSocketRoute } from 'playwright-core';

/** The realtime connection between a page and the server. */
export interface InterceptedConnection {
  /** From now on holds back what the server sends, or what the page sends: all of it, or what matches. */
  hold(from?: 'server' | 'page', matching?: RegExp): void;
  /** Delivers in order what was held back, and stops holding back. What belongs to a connection that the page has closed is lost. */
  release(): void;
  /** What is held back now, as text. */
  held(): string;
}

/** Intercepts the realtime connection of a page; call it before the page is opened. */
export async function interceptConnection(page: Page): Promise<InterceptedConnection> {
  let held: 'server' | 'page' | null = null;
  let what = /^/;
  let kept: { readonly of: WebSocketRoute; readonly data: string | Buffer; say(): void }[] = [];
  const isHeld = (from: 'server' | 'page', data: string | Buffer) => held === from && what.test(data.toString());
  await page.routeWebSocket(/\/ws\//, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((data) => {
      if (isHeld('server', data)) kept.push({ of: socket, data, say: () => socket.send(data) });
      else socket.send(data);
    });
    socket.onMessage((data) => {
      if (isHeld('page', data)) kept.push({ of: socket, data, say: () => server.send(data) });
      else server.send(data);
    });
    socket.onClose((code, reason) => {
      kept = kept.filter(({ of }) => of !== socket);
      void server.close({ ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) });
    });
  });
  return {
    hold(from = 'server', matching = /^/) {
      held = from;
      what = matching;
    },
    release() {
      held = null;
      for (const { say } of kept.splice(0)) say();
    },
    held: () => kept.map(({ data }) => `${data}`).join(),
  };
}

/** The STOMP frames that a page has sent and received over its WebSockets. */
export interface Frames {
  readonly sent: readonly string[];
  readonly received: readonly string[];
  /** Clears both lists. */
  forget(): void;
}

/** Records the frames of a page. Call it before the page is opened. */
export function listenToFrames(page: Page): Frames {
  const sent: string[] = [];
  const received: string[] = [];
  const unpack = (payload: string | Buffer, open: string) => {
    const text = payload.toString();
    return text.startsWith(open) ? (JSON.parse(text.slice(open.length - 1)) as string[]) : [];
  };
  page.on('websocket', (socket) => {
    // SockJS packs frames into arrays; those of the server have an 'a' in front.
    socket.on('framesent', ({ payload }) => sent.push(...unpack(payload, '[')));
    socket.on('framereceived', ({ payload }) => received.push(...unpack(payload, 'a[')));
  });
  return {
    sent,
    received,
    forget() {
      sent.length = 0;
      received.length = 0;
    },
  };
}

/** Limits the bytes per second of a page in each direction. @returns a function that ends the limit */
export async function slowDown(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const limit = async (throughput: number) => {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  };
  await devtools.send('Network.enable');
  await limit(bytesPerSecond);
  return () => limit(-1);
}
