import create from 'sockjs-client/lib/main';
import websocket from 'sockjs-client/lib/transport/websocket';
import xhrPolling from 'sockjs-client/lib/transport/xhr-polling';
import xhrStreaming from 'sockjs-client/lib/transport/xhr-streaming';

/**
 * SockJS with the transports that today's browsers need: WebSocket, and XHR where a proxy blocks WebSocket. The others (iframes,
 * JSONP, ActiveX) are left out: they are for browsers that cannot run the app, they would violate its content security policy, and
 * they weigh 5 kB.
 */
export const SockJS = create([websocket, xhrStreaming, xhrPolling]);
