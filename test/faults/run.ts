import { jpeg } from '../kit/media';
import { injectFault } from './inject';
import { type Member, openMember } from './member';
import { type NaiveClient, openNaiveClient } from './naive';
import { openNetwork } from './network';
import { type FaultKind, planFaults } from './plan';
import { createRandom, type Random } from './random';
import type { Setup } from './setup';
import { pass, type Times, waitUntil } from './times';
import { sumOf, type Verdict, verdictOf } from './verdict';
import { prepareWork } from './work';

/** How large a run is. */
export interface Size {
  /** Messages of both members together. */
  readonly messages: number;
  readonly faults: number;
  /** Whether one black hole lasts until the clients notice it, and all faults and pauses are longer. */
  readonly long: boolean;
}

/** The results of a run. Times are in milliseconds. */
export interface Figures extends Verdict {
  readonly seed: number;
  readonly messages: number;
  readonly faults: Readonly<Record<string, number>>;
  /** What the server has of the naive clients' messages, who wrote the same, and how often they sent one again. */
  readonly naive: Verdict & { readonly resent: number };
  /** How long after the last fault all had everything. It is printed but never fails the run, because a busy machine takes longer. */
  readonly converged: number;
  /** What each member did from the last fault until all had everything. */
  readonly efforts: readonly { readonly connections: number; readonly fetches: number }[];
  readonly took: number;
  /** Everything that is wrong, in words. If there is any, the run fails. */
  readonly violations: readonly string[];
}

/**
 * The most that a member may do from the last fault until all have everything. The fault ends one connection, and others may fail while
 * the server comes back. For each connection the history may be fetched three times: the newest page and two longer ones.
 */
const MOST_CONNECTIONS = 4;
const MOST_FETCHES = 3 * MOST_CONNECTIONS;

/** How long a run waits at most for anything that must happen in the end, in milliseconds. */
const LONGEST_WAIT = 60_000;

/** How many cases the first member begins and completes in a run. There are as many reports, uses of the kit and requests. */
const CASES = 4;

/** Every twentieth message has a photo. */
const hasPhoto = (text: string) => Number(text.split('/').at(-1)) % 20 === 7;

interface Writer {
  write(text: string, file?: File): void;
}

/** One run: two members and two naive clients write while the faults of a seed are injected. Then everything is counted. */
export async function runFaults(setup: Setup, seed: number, size: Size, times: Times): Promise<Figures> {
  const start = performance.now();
  const random = createRandom(seed);
  const faults = planFaults(random, size.faults, size.long);
  const prefix = `${Date.now()}/${seed}`;
  const ours = (text: string) => text.startsWith(prefix);
  const networks = [await openNetwork(setup.port), await openNetwork(setup.port)] as const;
  const members = setup.members.map((account) => openMember(networks[0].base, account, times));
  const naive = setup.naive.map((account) => openNaiveClient(networks[1].base, account, setup.caseChatId, times));
  const work = await prepareWork(setup, prefix, CASES);
  const { content, name, type } = await jpeg();
  const file = new File([content], name, { type });
  const violations: string[] = [];
  const expect = (holds: boolean, otherwise: string) => {
    if (!holds) violations.push(otherwise);
  };

  try {
    const everyone = [...members, ...naive];
    const { held } = await waitUntil(() => everyone.every((one) => one.isReady()), LONGEST_WAIT);
    if (!held) throw new Error('Not everyone could connect before the first fault.');

    const share = size.messages / members.length;
    const written = members.map((_, at) => Array.from({ length: share }, (_, n) => `${prefix}/${at}/${n}`));
    let isOver = false;
    let opened = 0;
    const writing = members.map((member, at) => {
      const texts = written[at] ?? [];
      return writeAll(member, naive[at], texts, () => (isOver ? 0 : opened), createRandom(seed + at + 1), file);
    });

    const [worker] = members;
    const working = work.submissions.map(async (submission, at) => {
      await waitUntil(() => isOver || opened > (share * at) / work.submissions.length, 10 * LONGEST_WAIT);
      if (!isOver) worker?.submit(submission);
    });

    const injected = new Map<FaultKind, number>();
    /** What the members had done before the last fault. */
    let before = members.map((member) => member.efforts());
    for (const [index, fault] of faults.entries()) {
      const isLast = index === faults.length - 1;
      // Before the last fault the queues have to be short, because how fast long ones are sent afterwards depends on the machine.
      if (isLast) await waitUntil(() => members.every((one) => one.waiting() <= share / faults.length), LONGEST_WAIT);
      // Half of the messages that belong to a fault are written before it, while some members may still be connecting; the other half
      // are written while it lasts. Only before the last fault all are written.
      opened = Math.round((share * (index + 0.5)) / faults.length);
      await pass(fault.pause * times.reconnectDelay);
      await waitUntil(() => written.every((_, at) => (writing[at]?.count() ?? 0) >= opened), LONGEST_WAIT);
      opened = Math.round((share * (index + 1)) / faults.length);
      // The last fault comes right after the last message is written, so that this message is still on its way.
      if (isLast) await waitUntil(() => writing.every(({ count }) => count() >= share), LONGEST_WAIT);
      before = members.map((member) => member.efforts());
      let isDone = false;
      const injecting = injectFault(fault, { networks, setup, times }).then(() => {
        isDone = true;
      });
      await Promise.race([injecting, waitUntil(() => isDone, LONGEST_WAIT)]);
      if (isDone) injected.set(fault.kind, (injected.get(fault.kind) ?? 0) + 1);
      else violations.push(`${fault.kind} could not be injected`);
    }

    await Promise.all(working);
    const has = (member: Member) => member.isAtRest() && verdictOf(written, member.shown()).lost === 0;
    const { held: hasConverged, after } = await waitUntil(() => members.every(has), LONGEST_WAIT);
    isOver = true;
    expect(hasConverged, 'the members never had all messages');
    const efforts = members.map((member, at) => ({
      connections: member.efforts().connections - (before[at]?.connections ?? 0),
      fetches: member.efforts().fetches - (before[at]?.fetches ?? 0),
    }));
    for (const { connections, fetches } of efforts)
      expect(
        connections <= MOST_CONNECTIONS && fetches <= MOST_FETCHES,
        `after the last fault it took ${connections} connections and ${fetches} fetches`,
      );

    const views: [string, Verdict][] = members.map(({ me, shown }) => [me.username, verdictOf(written, shown())]);
    views.push(['the server', verdictOf(written, await setup.textsSince(ours))]);
    for (const [whose, { lost, doubled, reordered }] of views)
      expect(lost + doubled + reordered === 0, `${whose}: ${lost} lost, ${doubled} doubled, ${reordered} out of order`);
    const done = await work.verdict();
    expect(done.lost + done.doubled === 0, `reports and cases: ${done.lost} lost, ${done.doubled} doubled`);
    views.push(['the work', done]);
    const photos = await setup.photosSince(ours);
    expect(
      written
        .flat()
        .filter(hasPhoto)
        .every((text) => photos.includes(text)),
      'a photo is missing from its message',
    );
    const verdict = sumOf(views.map(([, one]) => one));
    expect(
      members.every((member) => member.rejections() === 0),
      'a session was ended',
    );

    const compared = await comparison(setup, naive, ours);
    expect(compared.resent > 0, 'the naive clients had nothing to send again: the faults do not bite');
    const subscribed = await settledSubscriptions(setup, members.length);
    if (subscribed !== null) violations.push(subscribed);

    return {
      seed,
      messages: size.messages,
      faults: Object.fromEntries(injected),
      ...verdict,
      naive: compared,
      converged: after,
      efforts,
      took: performance.now() - start,
      violations,
    };
  } finally {
    for (const member of members) member.stop();
    await Promise.all(naive.map((one) => one.stop()));
    for (const network of networks) network.close();
  }
}

/** Writes texts, fast but only as many as `opened` allows. A naive client writes the same at the same moments, for comparison. */
function writeAll(
  member: Writer,
  beside: Writer | undefined,
  texts: readonly string[],
  opened: () => number,
  random: Random,
  photo: File,
) {
  let count = 0;
  const write = async () => {
    for (const [index, text] of texts.entries()) {
      await waitUntil(() => opened() > index, LONGEST_WAIT);
      member.write(text, hasPhoto(text) ? photo : undefined);
      beside?.write(text);
      count++;
      await pass(random.between(10, 60));
    }
  };
  return { count: () => count, done: write() };
}

/**
 * Waits until the naive clients have nothing to send any more, or half of the longest wait; stops them, and counts what is wrong with their
 * messages.
 */
export async function comparison(
  setup: Setup,
  naive: readonly NaiveClient[],
  ours: (text: string) => boolean,
): Promise<Figures['naive']> {
  await waitUntil(() => naive.every((one) => one.isAtRest()), LONGEST_WAIT / 2);
  await Promise.all(naive.map((one) => one.stop()));
  const stored = await setup.caseTextsSince(ours);
  const verdict = verdictOf(
    naive.map(({ written }) => written),
    stored,
  );
  return { ...verdict, resent: naive.reduce((sum, one) => sum + one.resent(), 0) };
}

/** Waits until the server has dropped all dead connections. @returns what is wrong if it has not, else null */
async function settledSubscriptions(setup: Setup, members: number): Promise<string | null> {
  const expected = { connections: members, all: 2 * members, '/topic/gchat': members };
  const deadline = performance.now() + LONGEST_WAIT / 4;
  for (;;) {
    const found = await setup.subscriptions();
    const isRight = Object.entries(expected).every(([name, count]) => found[name] === count);
    if (isRight) return null;
    if (performance.now() > deadline) return `subscriptions: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
    await pass(50);
  }
}
