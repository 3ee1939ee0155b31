import { fromPromise } from 'xstate';
import type { WithQueued } from '../machines/chat/ports';
import { alertNotice, stillNotice } from '../machines/session/notices.machine';
import { type Gateways, type Notify, whileSameMember } from './gateways';

type Shown = Parameters<Notify>[0];

/** How many changes have been made since the page was loaded. */
let changes = 0;

/** What a change is about. */
interface Subject {
  /** What is changed, with which the notices begin: by then other things may be on the screen. An incident is named by its id. */
  readonly name?: string;
  /** The incident that is changed: the notice of a failure has a link there. */
  readonly incidentId?: string;
  /**
   * What the member has written, in words. If the change fails, it is nowhere else any more: the notice ends with it, and stays until it
   * is closed.
   */
  readonly written?: string;
  /** With it the notice of the end takes the place of the one that it goes on. */
  readonly topic?: string;
}

interface Change<Answer> extends Subject {
  /** Makes the call, without the signal of the screen. */
  readonly call: () => Promise<Answer>;
  /**
   * What the member is told if the call succeeds after they have closed its dialog or left the screen. If there is such a notice, they are
   * also told at once that the call goes on, so that they do not make the same change again.
   */
  doneNotice?(answer: Answer): Shown;
  /** What they are told if it fails then; null if that is nothing they need to know. */
  readonly failureText: (error: unknown) => string | null;
  /**
   * The changes queued behind this one. If the screen is left before this one ends, they are sent here; otherwise the chart sends
   * them.
   */
  readonly queued?: () => readonly Change<unknown>[];
}

function named({ name, incidentId, topic }: Subject, notice: Shown): Shown {
  const what = name ?? (incidentId && `Incident #${incidentId}`);
  return { ...notice, ...(what && { text: `${what}: ${notice.text}` }), ...(topic && { topic }) };
}

function failureNotice(text: string, subject: Subject): Shown {
  const { incidentId, written } = subject;
  const notice = named(subject, alertNotice(written ? `${text}\n${written}` : text));
  return { ...notice, ...(incidentId && { incidentId }), ...(written && { lifetime: null }) };
}

/**
 * A port for a call that goes on when its screen is left, or its dialog is closed. Then a notice says how it ends, unless the member has
 * logged out (DECISIONS 134, 398), and what is on the screen by then is fetched again. It rejects as the call does.
 */
export const evenIfLeft = <Answer, Input>(gateways: Gateways, changeOf: (input: Input) => Change<Answer>) =>
  fromPromise<Answer, Input>(async ({ input, signal: left }) => {
    const { notify, realtime } = gateways;
    const isStillCaller = whileSameMember(gateways);
    const hasLeft = () => left.aborted && isStillCaller();
    const make = async <Out>({ call, doneNotice, failureText, ...subject }: Change<Out>): Promise<Out> => {
      try {
        const answer = await call();
        if (doneNotice && hasLeft()) notify(named(subject, doneNotice(answer)));
        return answer;
      } catch (error) {
        const text = hasLeft() ? failureText(error) : null;
        if (text !== null) notify(failureNotice(text, subject));
        throw error;
      }
    };
    const { queued, ...change } = changeOf(input);
    const first = { ...change, topic: `change/${++changes}` };
    const sayStill = () => first.doneNotice && isStillCaller() && notify(named(first, stillNotice));
    left.addEventListener('abort', sayStill);
    try {
      return await make(first);
    } finally {
      left.removeEventListener('abort', sayStill);
      const rest = left.aborted ? (queued?.() ?? []) : [];
      for (const next of rest) if (isStillCaller()) await make(next).catch(() => {});
      if (hasLeft()) realtime.ownChange();
    }
  });

/** The same for changes that are made one after the other. Those that are still queued when the screen is left are made, too. */
export const eachEvenIfLeft = <Answer, Item extends object>(
  gateways: Gateways,
  changeOf: (item: Item) => Change<Answer>,
) =>
  evenIfLeft<Answer, WithQueued<Item>>(gateways, (input) => ({
    ...changeOf(input),
    queued: () => input.queued().map(changeOf),
  }));
