import { Server } from 'node:http';

// Loaded into a server before its own code (see `slowly.ts`): each request of the API is heard SLOW_ANSWERS milliseconds late, and
// some of them half as late again, so that answers overtake each other.
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
