/** A leader that has not answered within this time, in milliseconds, is taken to hang. */
const ANSWER_TIMEOUT = 3_000;

type Sign = 'are you there?' | 'I am here' | 'now';

interface LeaderOptions {
  /** This tab has become the leader. */
  elected(): void;
  /** This tab is no longer the leader: it did not answer, so another tab has taken over. */
  deposed(): void;
  /** This tab is the leader, and the member wants in another tab that it acts now. */
  hurried(): void;
}

interface Candidate {
  /** Asks the leader whether it still runs. If it does not answer, this tab takes over. */
  check(): void;
  /** Tells the leader to act now, if it is another tab. */
  hurry(): void;
  close(): void;
}

/**
 * Takes part in choosing the one tab of this browser that does a task for all tabs, until `close` is called. `name` names the task
 * and the member. In a browser without locks every tab is a leader; the ids of submissions then keep them from being stored twice
 * (DECISIONS 9, 11).
 */
export function becomeLeader(name: string, { elected, deposed, hurried }: LeaderOptions): Candidate {
  if (!navigator.locks) {
    queueMicrotask(elected);
    return { check() {}, hurry() {}, close() {} };
  }
  const lock = `saathi.${name}`;
  // The channel of the lock's own name belongs to the store of submissions, which reads everything again at each message there.
  const channel = new BroadcastChannel(`${lock}.leader`);
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
    if (data === 'now') {
      if (isLeader) hurried();
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
    hurry() {
      if (!isLeader) channel.postMessage('now' satisfies Sign);
    },
    close() {
      clearTimeout(timer);
      closing.abort();
      channel.close();
      release();
    },
  };
}
