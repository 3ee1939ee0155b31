import { openChannel } from '../channel';
import { isHeldByPage, registerPage } from './livePages';

/** A leader that has not answered within this time, in milliseconds, is taken to hang. */
const ANSWER_TIMEOUT = 3_000;

/**
 * How long a leader may act after the browser has confirmed that it leads, in milliseconds. A tab that takes the lead from one that
 * hangs waits as long before it acts, so the two never act at the same time.
 */
const GRACE = 1_000;

/** A tab whose store has neither been read nor failed within this time, in milliseconds, becomes a candidate anyway. */
const STAND_TIMEOUT = 10_000;

type Sign =
  /** Asked with all that the asking tab can do. A tab of an older version of the app asks without. */
  { readonly areYouThere: readonly string[] } | 'are you there?' | 'I am here' | 'now';

interface LeaderOptions {
  /**
   * What this tab can do. A leader that cannot do all that another tab can, because its version of the app is older, does not answer that
   * tab, which replaces it then: otherwise what only the newer one can do would wait until the older one is closed (DECISIONS 266).
   */
  readonly skills: readonly string[];
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

/** The confirmations of this page's candidates, by the names of their tasks. */
const confirmations = new Map<string, () => Promise<void>>();

/**
 * Resolves when this tab may send. In the leader: when the browser has confirmed within the last second that it still holds the lock. In
 * another tab: at once, because that sends only what no other tab has. A leader that lost the lock while it hung waits until it is told
 * so; what it had begun is stopped then.
 */
export const confirmLead = async (name: string): Promise<void> => confirmations.get(name)?.();

/**
 * Chooses the one tab of this browser that does a task for all tabs. This tab is a candidate from `stand` until `resign` or `close`.
 * `name` names the task and the member. In a browser without locks, or that refuses them, every tab is a leader; the ids of submissions
 * then keep them from being stored twice (DECISIONS 9, 11).
 */
export function becomeLeader(name: string, { skills, elected, deposed, hurried }: LeaderOptions): Candidate {
  const lock = `saathi.${name}`;
  const thisPage = registerPage();
  // The channel of the lock's own name belongs to the store of submissions, which reads everything again at each message there.
  const channel = openChannel(`${lock}.leader`);
  /** Aborted when this tab is no longer a candidate; null while it is none. */
  let standing: AbortController | null = null;
  /** Runs while this tab waits for the leader's answer. */
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  let isLeader = false;
  /** Whether the browser refuses locks, as Firefox does where cookies and site data are blocked. */
  let isRefused = false;
  /** Runs from the moment at which this tab has taken the lead until it acts. */
  let graceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Makes this tab a candidate when STAND_TIMEOUT is over. */
  let standTimer: ReturnType<typeof setTimeout> | undefined;
  /** Gives the lock back. */
  let release = () => {};

  const stopAsking = () => {
    clearTimeout(answerTimer);
    answerTimer = undefined;
  };
  /** @param wait how long another tab may still act, in milliseconds */
  const lead = (wait = 0) => {
    isLeader = true;
    stopAsking();
    channel.postMessage('I am here' satisfies Sign);
    if (wait > 0) graceTimer = setTimeout(elected, wait);
    else elected();
  };
  const giveUp = () => {
    clearTimeout(graceTimer);
    if (!isLeader) return;
    isLeader = false;
    deposed();
  };
  /** @param now takes the lead from another tab */
  const request = (mine: AbortController, now: boolean) => {
    const hold = () => {
      // A steal cannot be cancelled, so it may succeed too late.
      if (mine.signal.aborted) return;
      lead(now ? GRACE : 0);
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    navigator.locks.request(lock, now ? { steal: true } : { signal: mine.signal }, hold).catch((error) => {
      if (mine.signal.aborted) return;
      if (error?.name !== 'AbortError') {
        isRefused = true;
        if (!isLeader) lead();
        return;
      }
      giveUp();
      request(mine, false);
    });
  };
  const stand = () => {
    clearTimeout(standTimer);
    if (standing) return;
    standing = new AbortController();
    if (navigator.locks) request(standing, false);
    else lead();
  };
  const leave = () => {
    clearTimeout(standTimer);
    stopAsking();
    standing?.abort();
    standing = null;
    release();
  };
  channel.onmessage = ({ data }: MessageEvent<Sign>) => {
    if (data === 'I am here') return stopAsking();
    if (!isLeader) return;
    if (data === 'now') return hurried();
    const isLacking = (skill: string) => !skills.includes(skill);
    if (data === 'are you there?' || !data.areYouThere.some(isLacking)) channel.postMessage('I am here' satisfies Sign);
  };

  const confirm = async () => {
    while (isLeader && navigator.locks && !isRefused) {
      const askedAt = performance.now();
      // Longer ago is not enough, because the tab may have hung since.
      if ((await isHeldByPage(thisPage.name, lock)) && performance.now() - askedAt < GRACE) return;
    }
  };
  confirmations.set(name, confirm);
  standTimer = setTimeout(stand, STAND_TIMEOUT);

  return {
    stand,
    resign() {
      leave();
      giveUp();
    },
    check() {
      const mine = standing;
      if (!mine || isLeader || answerTimer !== undefined) return;
      channel.postMessage({ areYouThere: skills } satisfies Sign);
      answerTimer = setTimeout(() => {
        answerTimer = undefined;
        request(mine, true);
      }, ANSWER_TIMEOUT);
    },
    hurry() {
      if (!isLeader) channel.postMessage('now' satisfies Sign);
    },
    close() {
      leave();
      clearTimeout(graceTimer);
      isLeader = false;
      if (confirmations.get(name) === confirm) confirmations.delete(name);
      thisPage.end();
      channel.close();
    },
  };
}
