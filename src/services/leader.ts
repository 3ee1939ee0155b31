/** A leader that has not answered within this time, in milliseconds, is taken to hang. */
const ANSWER_TIMEOUT = 3_000;

type Sign = 'are you there?' | 'I am here';

interface LeaderOptions {
  /** This tab does it for all from now on. */
  elected(): void;
  /** Another tab has taken over, because this one did not answer. */
  deposed(): void;
}

/**
 * Chooses the one tab of this browser that does something for all (`name` says what, and for which member), until `close` is
 * called. `check` asks the leader for a sign of life; without one this tab takes over. Where a browser has no locks every tab
 * leads: what is sent carries an id that keeps it single even then (DECISIONS 9, 11).
 */
export function becomeLeader(name: string, { elected, deposed }: LeaderOptions): { check(): void; close(): void } {
  if (!navigator.locks) {
    queueMicrotask(elected);
    return { check() {}, close() {} };
  }
  const lock = `saathi.${name}`;
  const channel = new BroadcastChannel(lock);
  const closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeader = false;
  let release = () => {};

  const hold = () => {
    isLeader = true;
    clearTimeout(timer);
    timer = undefined;
    elected();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  const stand = (options: LockOptions) => {
    navigator.locks.request(lock, options, hold).catch((error) => {
      if (closing.signal.aborted) return;
      if (error?.name !== 'AbortError') return console.error('No leader can be chosen among the tabs', name, error);
      if (!isLeader) return;
      isLeader = false;
      deposed();
      stand({ signal: closing.signal });
    });
  };
  channel.onmessage = ({ data }: MessageEvent<Sign>) => {
    if (data === 'are you there?') {
      if (isLeader) channel.postMessage('I am here' satisfies Sign);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
  };
  stand({ signal: closing.signal });

  return {
    check() {
      if (isLeader || timer !== undefined) return;
      channel.postMessage('are you there?' satisfies Sign);
      timer = setTimeout(() => {
        timer = undefined;
        stand({ steal: true });
      }, ANSWER_TIMEOUT);
    },
    close() {
      clearTimeout(timer);
      closing.abort();
      channel.close();
      release();
    },
  };
}
