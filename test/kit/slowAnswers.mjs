import { Server } from 'node:http';

// Loaded into a server before its own code (see `slowly.ts`). The server gets each request of the API SLOW_ANSWERS milliseconds later,
// and every third one 1.5 times as late, so that answers overtake each other.
const { emit } = Server.prototype;
let count = 0;
Server.prototype.emit = function late(event, request, ...rest) {
  if (event !== 'request' || !request.url?.startsWith('/api/')) return emit.call(this, event, request, ...rest);
  count += 1;
  setTimeout(
    () => emit.call(this, event, request, ...rest),
    Number(process.env.SLOW_ANSWERS) * (count % 3 === 0 ? 1.5 : 1),
  );
  return true;
};
