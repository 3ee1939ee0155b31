/** A leader that has not answered within this time, in milliseconds, is taken to hang. */
const ANSWER_TIMEOUT = 3_000;

/** A tab whose store has neither been read nor failed within this time, in milliseconds, becomes a candidate anyway. */
const STAND_TIMEOUT = 10_000;

type Sign = 'are you there?' | 'I am here' | 'now';

interface LeaderOptions {
  /** This tab has become the leader. */
  elected(): void;
  /** This tab is no longer the leader: it has resigned, or it did not answer and another tab has taken over. */
  deposed(): void;
  /** This tab is the leader, and the member wants in another tab that it acts now. */
  hurried(): void;
}

interface Candidate {
  /** This tab can do the task, so it may become the leader. */
  stand(): void;
  /** This tab cannot do the task (any more), so another tab becomes the leader. */
  resign(): void;
  /** Asks the leader whether it still runs. If it does not answer, this tab takes over. */
  check(): void;
  /** Tells the leader to act now, if it is another tab. */
  hurry(): void;
  close(): void;
}

/**
 * Chooses the one tab of this browser that does a task for all tabs. This tab is a candidate from `stand` until `resign` or `close`.
 * `name` names the task and the member. In a browser without locks every tab is a leader; the ids of submissions then keep them from being
 * stored twice (DECISIONS 9, 11).
 */
export function becomeLeader(name: string, { elected, deposed, hurried }: LeaderOptions): Candidate {
  const lock = `saathi.${name}`;
  // The channel of the lock's own name belongs to the store of submissions, which reads everything again at each message there.
  const channel = new BroadcastChannel(`${lock}.leader`);
  /** Aborted when this tab is no longer a candidate; null while it is none. */
  let standing: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeader = false;
  let late: ReturnType<typeof setTimeout> | undefined;
  let release = () => {};

  const stopAsking = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const lead = () => {
    isLeader = true;
    stopAsking();
    elected();
  };
  /** @param now takes the lead from another tab */
  const request = (mine: AbortController, now: boolean) => {
    const hold = () => {
      // A steal cannot be cancelled, so it may succeed too late.
      if (mine.signal.aborted) return;
      lead();
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    navigator.locks.request(lock, now ? { steal: true } : { signal: mine.signal }, hold).catch((error) => {
      if (mine.signal.aborted) return;
      if (error?.name !== 'AbortError') return console.error('No leader can be chosen among the tabs', name, error);
      if (!isLeader) return;
      isLeader = false;
      deposed();
      request(mine, false);
    });
  };
  const stand = () => {
    clearTimeout(late);
    if (standing) return;
    standing = new AbortController();
    if (navigator.locks) request(standing, false);
    else lead();
  };
  const leave = () => {
    clearTimeout(late);
    stopAsking();
    standing?.abort();
    standing = null;
    release();
  };
  channel.onmessage = ({ data }: MessageEvent<Sign>) => {
    if (data === 'are you there?') {
      if (isLeader) channel.postMessage('I am here' satisfies Sign);
    } else if (data === 'now') {
      if (isLeader) hurried();
    } else stopAsking();
  };

  late = setTimeout(stand, STAND_TIMEOUT);

  return {
    stand,
    resign() {
      leave();
      if (!isLeader) return;
      isLeader = false;
      deposed();
    },
    check() {
      const mine = standing;
      if (!mine || isLeader || timer !== undefined) return;
      channel.postMessage('are you there?' satisfies Sign);
      timer = setTimeout(() => {
        timer = undefined;
        request(mine, true);
      }, ANSWER_TIMEOUT);
    },
    hurry() {
      if (!isLeader) channel.postMessage('now' satisfies Sign);
    },
    close() {
      leave();
      channel.close();
    },
  };
}
