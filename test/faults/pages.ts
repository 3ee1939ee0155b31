import type { Browser } from 'playwright-core';
import { rowsOnDevice } from '../journeys/storedDevice';
import { type Device, LONGEST_WAIT, openDevice, until } from './device';
import { injectFault } from './inject';
import { openNaiveClient } from './naive';
import { openNetwork } from './network';
import { openPerson, saidInOtherTab, type Trouble, troubles } from './person';
import { type FaultKind, planFaults } from './plan';
import { createRandom, type Random } from './random';
import { comparison } from './run';
import type { Setup } from './setup';
import { pass, timesDividedBy, waitUntil } from './times';
import { sumOf, type Verdict, verdictOf } from './verdict';
import { prepareWork } from './work';

/** How large a run with real pages is. */
export interface PagesSize {
  /** Faults of the network and the server. */
  readonly faults: number;
  /** What happens to the member's device; each once. */
  readonly troubles: readonly Trouble[];
  /** Messages of the member without a trouble of the device; every fourth has a photo. */
  readonly messages: number;
  /** How often the member does each of these: reports, begins and completes a case, uses the kit, requests supplies. */
  readonly works: number;
}
export const wholeSize: PagesSize = { faults: 13, troubles, messages: 8, works: 2 };

/** The results of a run with real pages. */
export interface PagesFigures extends Verdict {
  readonly seed: number;
  readonly messages: number;
  readonly works: number;
  readonly faults: readonly FaultKind[];
  readonly troubles: readonly Trouble[];
  readonly naive: Verdict & { readonly resent: number };
  /** Milliseconds of the whole run. It is printed, but never fails the run. */
  readonly took: number;
  readonly violations: readonly string[];
}

/** The app in the pages keeps its own times. Only faults and their pauses, which are counted in reconnect delays, use this shorter one. */
const pace = { ...timesDividedBy(1), reconnectDelay: 3_500 };

/** One thing that the member does. */
type Act = { readonly trouble: Trouble } | { readonly work: number } | { readonly photo: boolean };

/** All acts of the member, mixed by the seed. Those beside the chat keep their order: a case is begun before it is completed. */
function planActs(random: Random, { troubles: all, messages }: PagesSize, works: number): Act[] {
  const acts = random.shuffled<Act>([
    ...all.map((trouble) => ({ trouble })),
    ...Array.from({ length: messages }, (_, at) => ({ photo: at % 4 === 1 })),
    ...Array.from({ length: works }, (_, work) => ({ work })),
  ]);
  let next = 0;
  return acts.map((act) => ('work' in act ? { work: next++ } : act));
}

/**
 * One run: a member talks and works in a real browser, whose device fails, and another member talks in another browser, while the
 * faults of a seed are injected. Then the other member's screen, the server's messages, files and cases, and the device are checked.
 */
export async function runPages(
  setup: Setup,
  browser: Browser,
  seed: number,
  size: PagesSize,
  tell: (line: string) => void = () => {},
): Promise<PagesFigures> {
  const start = performance.now();
  const note = (what: string) => tell(`${((performance.now() - start) / 1000).toFixed(1)} s: ${what}`);
  const random = createRandom(seed);
  const planned = planFaults(random, 0, size === wholeSize);
  const faults = planned.slice(planned.length - size.faults);
  const prefix = `${Date.now()}/${seed}`;
  const ours = (text: string) => text.startsWith(prefix);
  const [worker, captain] = setup.members;
  if (!worker || !captain) throw new Error('There are no two members.');
  const networks = [await openNetwork(setup.port), await openNetwork(setup.port)] as const;
  const origin = networks[0].base;
  const naive = setup.naive.map((account) =>
    openNaiveClient(networks[1].base, account, setup.caseChatId, timesDividedBy(1)),
  );
  const work = await prepareWork(setup, prefix, size.works);
  const devices: Device[] = [];
  const open = async (account: typeof worker) => {
    const device = await openDevice(browser, origin, account);
    devices.push(device);
    return device;
  };

  try {
    const device = await open(worker);
    const hasArrived = async (text: string) => (await setup.textsSince((one) => one === text)).length > 0;
    const myId = String(worker.me.id);
    const mira = await openPerson({ device, origin, myId, work, hasArrived });
    const other = await (await open(captain)).tab();
    await other.at('/gchat', other.chat.box);
    await waitUntil(() => naive.every((one) => one.isReady()), LONGEST_WAIT);

    // What was written, in order. Messages of a tab without a store count as those of another sender, because this tab does not
    // know what waits in the others.
    const written = { worker: [] as string[], captain: [] as string[], withoutStore: [] as string[] };
    const photos: string[] = [];
    let count = 0;
    const next = () => `${prefix}/${++count}`;
    const wrote = (lane: keyof typeof written, ...texts: string[]) => {
      written[lane].push(...texts);
      for (const text of texts) naive[lane === 'captain' ? 1 : 0]?.write(text);
    };
    let isOver = false;
    const injected: FaultKind[] = [];
    const violations: string[] = [];
    const wrong = (what: string) => {
      violations.push(what);
      note(`✗ ${what}`);
    };

    const talking = (async () => {
      while (!isOver) {
        const text = next();
        await other.say(text);
        wrote('captain', text);
        await pass(random.between(300, 900));
      }
    })();
    const breaking = (async () => {
      for (const fault of faults) {
        await pass(fault.pause * pace.reconnectDelay);
        note(`fault ${fault.kind}`);
        let isDone = false;
        const injecting = injectFault(fault, { networks, setup, times: pace }).then(() => {
          isDone = true;
        });
        await Promise.race([injecting, waitUntil(() => isDone, LONGEST_WAIT / 2)]);
        note(`fault ${fault.kind} is over`);
        if (isDone) injected.push(fault.kind);
        else wrong(`${fault.kind} could not be injected`);
      }
    })();
    const acting = async () => {
      for (const act of planActs(createRandom(seed + 1), size, work.submissions.length)) {
        if ('work' in act) {
          const submission = work.submissions[act.work];
          note(`act ${submission?.kind}`);
          if (submission) await mira.work(submission);
          continue;
        }
        const text = next();
        note('trouble' in act ? `trouble ${act.trouble} ${text}` : `message${act.photo ? ' with a photo' : ''}`);
        if ('trouble' in act) {
          await mira.meet(act.trouble, text);
          if (saidInOtherTab.includes(act.trouble)) wrote('worker', `${text}/other`);
          wrote(act.trouble === 'noDatabase' ? 'withoutStore' : 'worker', text);
          if (act.trouble === 'crashWithPhoto') photos.push(text);
          if (['crash', 'crashWithPhoto', 'reload', 'malformed'].includes(act.trouble)) naive[0]?.reload();
        } else {
          await mira.say(text, act.photo);
          if (act.photo) photos.push(text);
          wrote('worker', text);
        }
        await pass(random.between(100, 700));
      }
    };
    await acting().catch(async ({ message }) =>
      wrong(`what the member did came to no end: ${message}\n${await device.screens()}`),
    );
    await breaking.catch(({ message }) => wrong(`the faults came to no end: ${message}`));
    isOver = true;
    note('all is done');
    await talking.catch(({ message }) => wrong(`the other member could not go on: ${message}`));

    const lanes = Object.values(written);
    const missing = async () => verdictOf(lanes, await other.shown()).lost;
    await until(async () => (await missing()) === 0, 'a message at the other member').catch(({ message }) =>
      wrong(message),
    );
    const { page, tray } = mira.tab();
    const isSent = async () => {
      await mira.answer();
      // Those that cannot be read stay in their place.
      return (await rowsOnDevice(page, myId)).submissions === mira.malformed() && (await tray.bar.count()) === 0;
    };
    await until(isSent, 'an empty tray').catch(async () => {
      await tray.bar.click();
      wrong(`left on the device: ${await tray.panel.innerText()}\n${await device.screens()}`);
    });
    note('all has arrived');
    const atServer = await setup.textsSince(ours);
    for (const text of lanes.flat()) if (!atServer.includes(text)) wrong(`the server does not have '${text}'`);

    const done = await work.verdict();
    for (const what of done.wrong) wrong(what);
    const views: [string, Verdict][] = [
      ['the other member', verdictOf(lanes, await other.shown())],
      ['the server', verdictOf(lanes, atServer)],
      ['the work', done],
    ];
    for (const [whose, { lost, doubled, reordered }] of views)
      if (lost + doubled + reordered > 0)
        wrong(`${whose}: ${lost} lost, ${doubled} doubled, ${reordered} out of order`);
    const files = await setup.photosSince(ours);
    for (const text of photos) if (!files.includes(text)) wrong(`the photo of '${text}' is missing`);

    return {
      seed,
      messages: lanes.flat().length,
      works: work.submissions.length,
      faults: injected,
      troubles: size.troubles,
      ...sumOf(views.map(([, one]) => one)),
      naive: await comparison(setup, naive, ours),
      took: performance.now() - start,
      violations,
    };
  } finally {
    await Promise.all(devices.map((device) => device.close()));
    await Promise.all(naive.map((one) => one.stop()));
    for (const network of networks) network.close();
  }
}
