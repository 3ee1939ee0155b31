import create from 'sockjs-client/lib/main';
import websocket from 'sockjs-client/lib/transport/websocket';
import xhrPolling from 'sockjs-client/lib/transport/xhr-polling';
import xhrStreaming from 'sockjs-client/lib/transport/xhr-streaming';

/**
 * SockJS with the transports that browsers of today need: WebSocket, and XHR where a proxy lets none through. The others (iframes,
 * JSONP, ActiveX) are for browsers that cannot run the app, would break its content security policy, and weigh 5 kB.
 */
export const SockJS = create([websocket, xhrStreaming, xhrPolling]);
