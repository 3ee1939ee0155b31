// The floor: a bare page that logs in, fetches the newest page of the global chat and lists it, with React alone. It evaluates the app's
// libraries, because it is built together with the app (site.ts). It connects once the list is painted.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  Composer,
  connectWhenPainted,
  fetchLines,
  type Line,
  LoginForm,
  logIn,
  Row,
  sendText,
  storedToken,
  withLine,
} from './bare';
import type { Connection } from './socket';

function Room({ token }: { token: string }) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [connection, setConnection] = useState<Connection | null>(null);
  const isListed = lines.length > 0;

  useEffect(() => {
    fetchLines(token).then(setLines);
  }, [token]);
  useEffect(() => {
    if (isListed) connectWhenPainted(token, setConnection, (line) => setLines((now) => withLine(now, line)));
  }, [isListed, token]);

  function send(text: string) {
    if (!connection) return;
    const line = sendText(connection, text);
    setLines((now) => withLine(now, line));
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
      <Composer send={send} />
    </div>
  );
}

function Floor() {
  const [token, setToken] = useState(storedToken);
  return token ? <Room token={token} /> : <LoginForm submit={(body) => void logIn(body).then(setToken)} />;
}

createRoot(document.getElementById('root') as HTMLElement).render(<Floor />);
