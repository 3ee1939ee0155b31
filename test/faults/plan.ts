import type { Cut } from './network';
import type { Random } from './random';

const cuts = ['midSend', 'beforeEcho', 'midEcho', 'afterEcho'] as const satisfies readonly Cut[];
const network = ['reset', 'blackhole', 'delay', 'refuse'] as const;
const server = ['kill', 'freeze', 'restart', 'diskFull', 'database'] as const;

/** What can go wrong. */
export const faultKinds = [...cuts, ...network, ...server] as const;
export type FaultKind = (typeof faultKinds)[number];
/** What may come more than once: all but what takes a server's start. */
const cheap = [...cuts, ...network, 'freeze', 'diskFull'] as const satisfies readonly FaultKind[];
/** What may be the last. */
const final = ['reset', 'blackhole', 'refuse', 'freeze'] as const satisfies readonly FaultKind[];

/** One fault of a run. */
export interface Fault {
  readonly kind: FaultKind;
  /** How long it lasts, where it lasts; and the pause before it. In reconnect delays. */
  readonly lasts: number;
  readonly pause: number;
  /** How many messages go by before a cut. */
  readonly skip: number;
  /** How much longer everything takes, in milliseconds. */
  readonly latency: number;
}

/** As silent as a connection must be until its client gives it up, with room to spare: three heart-beats. In reconnect delays. */
const UNTIL_NOTICED = 6.5;

/**
 * The faults of a run, each kind at least once. The last one takes everybody's connection, without
 * waiting for a message; it is no start of a server, whose first second is slower than shortened times allow for. In a long run one black hole is so
 * long that the clients must notice it by themselves; in a short one everything is brief.
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
