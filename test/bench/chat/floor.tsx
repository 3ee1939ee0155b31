// The floor: a bare page that logs in, fetches the newest page of the global chat and lists it. Its controls have the names that the
// page objects look for. It evaluates the app's libraries, because it is built together with the app (site.ts). It connects once the
// list is painted.
import { type KeyboardEvent, memo, type SubmitEvent, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Message } from '../../../src/contract/chats';
import type { Connection } from './socket';

type Line = Pick<Message, 'clientMessageId' | 'text' | 'timestamp'> & { readonly sender: { firstName: string } };

/** The connection is a file that is built by itself (site.ts). */
const SOCKET = new URL('assets/socket.js', document.baseURI).href;

const root = document.getElementById('root') as HTMLElement;

function Login({ enter }: { enter: (token: string) => void }) {
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = JSON.stringify(Object.fromEntries(new FormData(event.currentTarget)));
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('api/auth/login', { method: 'POST', headers, body });
    const { token } = await answer.json();
    localStorage.setItem('token', token);
    enter(token);
  }
  return (
    <form onSubmit={submit}>
      <h1>Welcome Back</h1>
      <label>
        Username <input name="username" />
      </label>
      <label>
        Password <input name="password" type="password" />
      </label>
      <button type="submit">Log In</button>
    </form>
  );
}

const Row = memo(function Row({ line }: { line: Line }) {
  return (
    <article aria-label={`${line.sender.firstName}: ${line.text}`}>
      <strong>{line.sender.firstName}</strong> <span>{line.text}</span>{' '}
      <time dateTime={line.timestamp}>{line.timestamp.slice(11, 16)}</time>
    </article>
  );
});

/** The list with one more message. The echo of an own message replaces the one that was shown at once. */
function withLine(lines: readonly Line[], line: Line): readonly Line[] {
  const place = lines.findLastIndex(({ clientMessageId }) => clientMessageId === line.clientMessageId);
  return place < 0 ? [...lines, line] : lines.with(place, line);
}

function Room({ token }: { token: string }) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [connection, setConnection] = useState<Connection | null>(null);
  const isListed = lines.length > 0;

  useEffect(() => {
    fetch('api/gchat/messages?limit=50', { headers: { Authorization: `Bearer ${token}` } })
      .then((answer) => answer.json())
      .then(setLines);
  }, [token]);
  useEffect(() => {
    if (!isListed) return;
    requestAnimationFrame(async () => {
      const { connect }: typeof import('./socket') = await import(/* @vite-ignore */ SOCKET);
      connect(token, setConnection, (message) => setLines((now) => withLine(now, message)));
    });
  }, [isListed, token]);

  function send(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || !connection) return;
    const text = event.currentTarget.value;
    const clientMessageId = crypto.randomUUID();
    event.currentTarget.value = '';
    connection.send({ text, clientMessageId });
    const timestamp = new Date().toISOString();
    setLines((now) => withLine(now, { clientMessageId, text, timestamp, sender: { firstName: 'You' } }));
  }
  return (
    <div className="room" data-connection={connection ? 'connected' : 'connecting'}>
      <div className="list" role="log" aria-label="Messages">
        <div>
          {lines.map((line) => (
            <Row key={line.clientMessageId} line={line} />
          ))}
        </div>
      </div>
      <input aria-label="Message" onKeyDown={send} />
    </div>
  );
}

function Floor() {
  const [token, setToken] = useState(() => localStorage.getItem('token'));
  return token ? <Room token={token} /> : <Login enter={setToken} />;
}

createRoot(root).render(<Floor />);
