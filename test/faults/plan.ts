import type { Cut } from './network';
import type { Random } from './random';

const cuts = ['midSend', 'beforeEcho', 'midEcho', 'afterEcho'] as const satisfies readonly Cut[];
const network = ['reset', 'blackhole', 'delay', 'refuse'] as const;
const server = ['kill', 'freeze', 'restart', 'diskFull', 'database'] as const;

/** What can go wrong. */
export const faultKinds = [...cuts, ...network, ...server] as const;
export type FaultKind = (typeof faultKinds)[number];
/** The kinds that may come more than once: those without a start of the server or of its database, which takes long. */
const cheap = [...cuts, ...network, 'freeze', 'diskFull'] as const satisfies readonly FaultKind[];
/** The kinds that may come last. */
const final = ['reset', 'blackhole', 'refuse', 'freeze'] as const satisfies readonly FaultKind[];

/** One fault of a run. */
export interface Fault {
  readonly kind: FaultKind;
  /** How long it lasts, if it does not end by itself, and the pause before it; both counted in reconnect delays. */
  readonly lasts: number;
  readonly pause: number;
  /** How many messages pass before a cut. */
  readonly skip: number;
  /** How long a delay holds everything up, in milliseconds. */
  readonly latency: number;
}

/** Three heart-beats, counted in reconnect delays, and a little more: a client surely gives up a connection that is silent this long. */
const UNTIL_NOTICED = 6.5;

/**
 * The faults of a run, each kind at least once. The last one affects all connections, whether or not a message is on its way. It is not
 * a start of the server, because the server's first second is slower than the shortened times allow. In a long run one black hole lasts
 * until the clients notice it by themselves; in a short run all faults are brief.
 */
export function planFaults(random: Random, count: number, long: boolean): Fault[] {
  const extra = Array.from({ length: Math.max(0, count - faultKinds.length) }, () => random.pick(cheap));
  const kinds = random.shuffled([...faultKinds, ...extra]);
  const last = kinds.findLastIndex((kind) => (final as readonly FaultKind[]).includes(kind));
  kinds.push(...kinds.splice(last, 1));
  const longest = long ? kinds.indexOf('blackhole') : -1;
  return kinds.map((kind, index) => ({
    kind,
    lasts: index === longest ? UNTIL_NOTICED : long ? random.between(0.4, 1.4) : random.between(0.3, 0.8),
    pause: random.between(0.05, long ? 0.9 : 0.3),
    skip: Math.floor(random.between(0, 4)),
    latency: random.between(20, 150),
  }));
}
