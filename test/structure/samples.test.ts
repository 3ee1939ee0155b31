import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Chart } from '../../src/inspector/catalogue';
import { readChart } from '../../src/inspector/chart/model';
import { eventOf, eventTypeOf } from '../../src/inspector/chart/payload';
import { press, startOf } from '../../src/inspector/chart/rehearsal';
import appCatalogue from '../../src/workbench/catalogue';
import { plainOf, revive } from '../../src/workbench/values';

/** Events that are taken only if the machine has another input than in the workbench. */
const ofOtherInputs: Readonly<Record<string, readonly string[]>> = {
  // The submission is a message that was not tried before: it is neither compared with open incidents nor looked for on the server.
  submission: [
    'xstate.done.actor.check',
    'xstate.error.actor.check',
    'xstate.after.checkTimeout.submission.checking',
    'xstate.done.actor.verify',
    'xstate.error.actor.verify',
  ],
  // The notification is older than a minute.
  ages: ['xstate.after.second.ages.bySecond'],
  // The server tells of changes.
  feed: ['xstate.after.minute.feed.fresh.settled', 'xstate.after.minute.feed.stale'],
  // Nobody may do it.
  administration: ['role.SUPER_ADMIN'],
  // The act is not a removal.
  kitItem: ['xstate.done.actor.removeKitItem', 'xstate.error.actor.removeKitItem'],
};

/** After how many presses an event counts as never taken. */
const MOST_TRIED = 20_000;

/** The types of events that a chart takes with a sample, in some situation that its samples lead to. Stops when `wanted` are found. */
function takenTypes(entry: Chart, wanted: readonly string[]): Set<string> {
  const events = Object.entries(entry.samples ?? {}).flatMap(([type, samples]) =>
    samples.map(({ payload }) => eventOf(type, payload, revive)),
  );
  const taken = new Set<string>();
  const seen = new Set<string>();
  const start = startOf({ ...entry, input: revive(entry.input) });
  // What an event has led to for the first time in a state is looked at before what it has led to again, with other data.
  const tries = new Set<string>();
  const fresh: AnyMachineSnapshot[] = start ? [start] : [];
  const again: AnyMachineSnapshot[] = [];
  for (let tried = 0; tried < MOST_TRIED; ) {
    const situation = fresh.shift() ?? again.shift();
    if (!situation) break;
    for (const event of events) {
      tried += 1;
      // Most events are refused in most situations, and to ask is quicker than to press.
      if (!situation.can(event)) continue;
      const outcome = press(situation, () => event);
      if (outcome.kind !== 'taken') continue;
      taken.add(event.type);
      const key = JSON.stringify([outcome.snapshot.value, plainOf(outcome.snapshot.context)]);
      if (seen.has(key)) continue;
      seen.add(key);
      const attempt = JSON.stringify([situation.value, event.type]);
      (tries.has(attempt) ? again : fresh).push(outcome.snapshot);
      tries.add(attempt);
    }
    if (wanted.every((type) => taken.has(type))) return taken;
  }
  return taken;
}

describe.each(appCatalogue.charts)('the samples of $machine.id', (entry) => {
  const types = [...new Set(readChart(entry.machine).transitions.map(eventTypeOf))].filter(
    (type) => type !== '' && !type.startsWith('xstate.done.state.') && !type.includes('*'),
  );
  const given = Object.keys(entry.samples ?? {});

  it('are of events of the chart, and all its events have some', () => {
    expect(given.filter((type) => !entry.machine.events.includes(type))).toEqual([]);
    expect(types.filter((type) => !given.includes(type))).toEqual([]);
  });

  it('lead through the chart: it starts with its input, and takes every event with one of them', () => {
    expect(startOf({ ...entry, input: revive(entry.input) })).not.toBe(null);
    const others = ofOtherInputs[entry.machine.id] ?? [];
    const wanted = types.filter((type) => !others.includes(type));
    const taken = takenTypes(entry, wanted);
    expect(wanted.filter((type) => !taken.has(type))).toEqual([]);
  });
});

it('a value of a sample is the same after it was written and read', () => {
  const samples = appCatalogue.charts.flatMap((entry) => Object.values(entry.samples ?? {}).flat());
  expect(samples.length).toBeGreaterThan(500);
  for (const { payload } of samples) expect(plainOf(revive(payload))).toEqual(payload);
});
