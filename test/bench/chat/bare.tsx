// What the two bare pages of the bench share: `floor.tsx` and `libraries.tsx`. Their controls have the names that the page objects
// look for.
import { type KeyboardEvent, memo, type SubmitEvent } from 'react';
import type { Message } from '../../../src/contract/chats';
import type { Connection } from './socket';

export type Line = Pick<Message, 'clientMessageId' | 'text' | 'timestamp'> & {
  readonly sender: { readonly firstName: string };
};

/** The connection is a file that is built by itself (site.ts). */
const SOCKET = new URL('assets/socket.js', document.baseURI).href;

/** The token of an earlier login, or null. */
export const storedToken = () => localStorage.getItem('token');

/** Logs in with the JSON text of a username and a password, and stores the token. */
export async function logIn(body: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('api/auth/login', { method: 'POST', headers, body });
  const { token } = await answer.json();
  localStorage.setItem('token', token);
  return token;
}

/** The newest page of the global chat. */
export async function fetchLines(token: string): Promise<readonly Line[]> {
  const answer = await fetch('api/gchat/messages?limit=50', { headers: { Authorization: `Bearer ${token}` } });
  return answer.json();
}

/** Connects after the next frame, which paints the list. */
export function connectWhenPainted(
  token: string,
  opened: (connection: Connection) => void,
  heard: (line: Line) => void,
): void {
  requestAnimationFrame(async () => {
    const { connect }: typeof import('./socket') = await import(/* @vite-ignore */ SOCKET);
    connect(token, opened, heard);
  });
}

/** The list with one more message. The echo of an own message replaces the one that was shown at once. */
export function withLine(lines: readonly Line[], line: Line): readonly Line[] {
  const place = lines.findLastIndex(({ clientMessageId }) => clientMessageId === line.clientMessageId);
  return place < 0 ? [...lines, line] : lines.with(place, line);
}

/** Publishes a text. @returns its line, which is shown at once */
export function sendText({ send }: Connection, text: string): Line {
  const clientMessageId = crypto.randomUUID();
  send({ text, clientMessageId });
  return { clientMessageId, text, timestamp: new Date().toISOString(), sender: { firstName: 'You' } };
}

export function LoginForm({ submit }: { submit: (body: string) => void }) {
  function press(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    submit(JSON.stringify(Object.fromEntries(new FormData(event.currentTarget))));
  }
  return (
    <form onSubmit={press}>
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

export const Row = memo(function Row({ line }: { line: Line }) {
  return (
    <article aria-label={`${line.sender.firstName}: ${line.text}`}>
      <strong>{line.sender.firstName}</strong> <span>{line.text}</span>{' '}
      <time dateTime={line.timestamp}>{line.timestamp.slice(11, 16)}</time>
    </article>
  );
});

/** The field for a new message. Enter sends it. */
export function Composer({ send }: { send: (text: string) => void }) {
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return;
    send(event.currentTarget.value);
    event.currentTarget.value = '';
  }
  return <input aria-label="Message" onKeyDown={press} />;
}
